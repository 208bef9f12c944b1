/** Files that are there as a whole or not at all. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { makeFolders } from '../made-folders.ts';

/** Writes beside the file and renames: whoever reads it meanwhile sees the old one. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Makes the folder if there is none. @throws Error where no file can be written in it */
export async function makeWritable(folder: string): Promise<void> {
  await makeFolders(folder);
  const trial = `${folder}/.flagbearer-${process.pid}.tmp`;
  await writeFile(trial, '');
  await rm(trial, { force: true });
}
