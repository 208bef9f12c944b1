import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs `use` in a new folder with these files, by path, and removes the folder afterwards. */
export async function runInFolder<Result>(
  files: Readonly<Record<string, string | Buffer>>,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the texts of all files in a folder and its subfolders, by path. */
export async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
      }),
    ),
  );
}
