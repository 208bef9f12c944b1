import { existsSync, statSync } from 'node:fs';
import { getPackageFile } from './package-files.ts';

/**
 * Returns whether a text refers to a scenario file, not to a scenario of the library: the text contains a dot or
 * a slash, or the library has no scenario with this name and the working directory has a file with this name.
 */
export function isScenarioFile(nameOrFile: string): boolean {
  if (/[./\\]/.test(nameOrFile)) return true;
  if (nameOrFile === '' || existsSync(getPackageFile(`scenarios/${nameOrFile}.yaml`))) return false;
  return existsSync(nameOrFile) && statSync(nameOrFile).isFile();
}
