import { existsSync, statSync } from 'node:fs';
import { getPackageFile } from './package-files.ts';

/**
 * Returns whether a scenario is a file, not a name in the library: the text has a dot or a slash, or only
 * the working directory has this name.
 */
export function isScenarioFile(nameOrFile: string): boolean {
  if (/[./\\]/.test(nameOrFile)) return true;
  if (nameOrFile === '' || existsSync(getPackageFile(`scenarios/${nameOrFile}.yaml`))) return false;
  return existsSync(nameOrFile) && statSync(nameOrFile).isFile();
}
