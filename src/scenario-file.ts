/** How a scenario is named: by a name of the library, or as a file. */
import { existsSync, statSync } from 'node:fs';
import { getPackageFile } from './package-files.ts';

/**
 * Returns whether a scenario is named as a file: where it has a dot or a slash; and where the library has no
 * such name, and the working directory has the file.
 */
export function isScenarioFile(nameOrFile: string): boolean {
  if (/[./\\]/.test(nameOrFile)) return true;
  if (nameOrFile === '' || existsSync(getPackageFile(`scenarios/${nameOrFile}.yaml`))) return false;
  return existsSync(nameOrFile) && statSync(nameOrFile).isFile();
}
