import { getErrorCode } from '../../error-code.ts';
import { StartError } from '../../start-error.ts';

export class DamagedFile extends StartError {
  /** @param position `:LINE:COLUMN`, or empty for the whole file */
  constructor(path: string, position: string, problem: string) {
    super(
      `${path}${position}: ${problem}. Nothing in the store was changed. Restore the file from a backup, or delete the store folder (--store) to start without data`,
    );
  }
}

export function describeStoreProblem(error: unknown): string {
  const code = getErrorCode(error);
  if (code === undefined) return 'its files cannot be written';
  return `${MEANINGS[code] ?? 'its files cannot be written'} (${code})`;
}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'the quota of its disk is used up',
  EROFS: 'its disk is read-only',
  EACCES: 'its folder is not writable',
  EPERM: 'its folder is not writable',
  ENOENT: 'its folder is missing',
  ENOTDIR: 'a file exists where a folder is expected',
  ELOOP: 'its folder is a symbolic link',
  EIO: 'its disk has an error',
  ESTALE: 'another program has changed its files',
  EMFILE: 'the process has too many open files',
  ENFILE: 'the machine has too many open files',
};
