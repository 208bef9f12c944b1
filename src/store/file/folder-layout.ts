/** The folders of a store, and what their files are called. */
import type { Files } from '../../ports/files.ts';

export const FOLDERS = { base: 'bases', dialect: 'dialects', changes: 'changes' } as const;

export type ManyKind = keyof typeof FOLDERS;

/** Names of workspaces and hashes. Nothing else becomes a path. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function isName(name: string): boolean {
  return NAME.test(name);
}

export async function makeFolders(path: string, files: Files): Promise<void> {
  for (const folder of Object.values(FOLDERS)) await files.makeFolder(`${path}/${folder}`);
  await files.syncFolder(path);
}

/** Paths of the files of a kind that are whole. */
export async function pathsOf(path: string, kind: ManyKind, files: Files): Promise<string[]> {
  const folder = `${path}/${FOLDERS[kind]}`;
  const names = await files.list(folder);
  return names.filter(isName).map((name) => `${folder}/${name}`);
}
