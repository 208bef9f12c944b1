import { existsSync, statSync } from 'node:fs';
import { getPackageFile } from './package-files.ts';

/**
 * Returns whether a scenario is specified as a file, not by its name in the library: the text has a dot or
 * a slash, or it names a file in the working directory and no scenario of the library.
 */
export function isScenarioFile(nameOrFile: string): boolean {
  if (/[./\\]/.test(nameOrFile)) return true;
  if (nameOrFile === '' || existsSync(getPackageFile(`scenarios/${nameOrFile}.yaml`))) return false;
  return existsSync(nameOrFile) && statSync(nameOrFile).isFile();
}
