import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Returns the path of a module in the project in `cwd`, otherwise in flagbearer; undefined if it is not installed. */
export function findModule(name: string, cwd: string): string | undefined {
  for (const from of [join(cwd, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(name);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
