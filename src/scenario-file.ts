/** How a scenario is named: by a name of the library, or as a file. */
import { existsSync, statSync } from 'node:fs';
import { getPackageFile } from './package-files.ts';

/**
 * Returns whether the name of a scenario is that of a file: it has a dot or a slash, or it is a file in the
 * working directory and no scenario of the library.
 */
export function isScenarioFile(nameOrFile: string): boolean {
  if (/[./\\]/.test(nameOrFile)) return true;
  if (nameOrFile === '' || existsSync(getPackageFile(`scenarios/${nameOrFile}.yaml`))) return false;
  return existsSync(nameOrFile) && statSync(nameOrFile).isFile();
}
