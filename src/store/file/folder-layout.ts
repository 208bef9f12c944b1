/** The folders of a store, and what their files are called. */
import type { Files } from '../../ports/files.ts';
import { UNFINISHED } from './whole-file.ts';

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

/** Of a base and of a dialect: SHA-256 in hex. Files of other names are somebody else's. */
const HASH = /^[0-9a-f]{64}$/;

const NAMES: { readonly [Kind in ManyKind]: RegExp } = { base: HASH, dialect: HASH, changes: NAME };

/** Paths of the files of a kind that are whole. */
export async function pathsOf(path: string, kind: ManyKind, files: Files): Promise<string[]> {
  const folder = `${path}/${FOLDERS[kind]}`;
  const names = await files.list(folder);
  return names.filter((name) => NAMES[kind].test(name)).map((name) => `${folder}/${name}`);
}

/** Files of the folder itself, and those that locks and keys are made by. */
const OWN = /^(?:index|seal|lock(?:\.[\w-]+)?|key(?:\.[0-9a-f]+)?)$/;

/** Paths of what a crash has left unfinished. */
export async function unfinishedPaths(path: string, files: Files): Promise<string[]> {
  const ofMany = Object.entries(NAMES).map(
    ([kind, names]) => [`${path}/${FOLDERS[kind as ManyKind]}`, names] as const,
  );
  const found: string[] = [];
  for (const [folder, names] of [[path, OWN] as const, ...ofMany]) {
    for (const name of await files.list(folder)) {
      if (name.endsWith(UNFINISHED) && names.test(stemOf(name))) found.push(`${folder}/${name}`);
    }
  }
  return found;
}

/** A key is written whole under a name that is unfinished by itself. */
function stemOf(name: string): string {
  return name.split(UNFINISHED, 1)[0] ?? '';
}
