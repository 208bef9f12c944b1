import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.mjs';
import { bundleConsole } from '../../scripts/console-bundle.mjs';

const executable = 'dist/cli/main.js';
const sources = [
  'src',
  'conformance',
  'openapi',
  'scenarios',
  'scripts',
  'package.json',
  'package-lock.json',
];

/** Bundles dist before the tests if a source is newer than dist. If this fails, the tests still run. */
export default async function buildOnce(): Promise<void> {
  if (existsSync(executable) && statSync(executable).mtimeMs > findNewestTime()) return;
  await Promise.all([bundle(), bundleConsole()]).catch((error: unknown) => {
    rmSync(executable, { force: true });
    console.error(`dist could not be built, the tests that start it will fail: ${String(error)}`);
  });
}

/** Returns the time of the latest change of a source, in milliseconds since 1970. */
function findNewestTime(): number {
  const files = sources.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
      : path,
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
