import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { getProperty } from './documents/json-object.ts';

let root: string | undefined;

/** Returns the path of a file or folder of the package, such as `scenarios`. Also works in dist and node_modules. */
export function getPackageFile(name: string): string {
  root ??= findPackageFolder(dirname(fileURLToPath(import.meta.url)));
  return join(root, name);
}

function findPackageFolder(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isFlagbearer(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package folder found above ${start}`);
  }
}

function isFlagbearer(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return getProperty(content, 'name') === 'flagbearer';
}
