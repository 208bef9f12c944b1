import { lstat, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ensureDir } from '../../ensure-dir.ts';
import { writeOutputFile } from '../../ports/output-file.ts';
import { UsageError } from '../command/usage-error.ts';
import { reasonOf } from '../text/reason-of.ts';

export interface NewFile {
  /** As seen from the folder. */
  readonly path: string;
  readonly text: string;
}

/**
 * Creates new files: all of them, or none.
 *
 * @throws UsageError if a file exists or cannot be written
 */
export async function writeNewFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const present: string[] = [];
  for (const { path } of files) if (await isThere(resolve(folder, path))) present.push(path);
  if (present.length > 0) {
    const exist = present.length === 1 ? 'exists' : 'exist';
    throw new UsageError(`${present.join(' and ')} already ${exist}; nothing was written.`);
  }
  const written: string[] = [];
  try {
    for (const { path, text } of files) {
      const target = resolve(folder, path);
      const made = await ensureDir(dirname(target));
      if (made !== undefined) written.push(made);
      await writeOutputFile(target, text, { readers: 'all', existing: 'kept' });
      written.push(target);
    }
  } catch (error) {
    for (const path of written) await rm(path, { recursive: true, force: true });
    throw new UsageError(`nothing was written: ${reasonOf(error)}.`);
  }
}

/** A link that leads nowhere is there too. */
async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
