/** Where the key of a store comes from, as the settings say it. */
import { dirname } from 'node:path';

import type { Files } from '../../ports/files.ts';
import type { Sealings } from '../../ports/sealing.ts';
import { hasCode, reasonOf } from '../file/file-error.ts';
import { UNFINISHED, writeWhole } from '../file/whole-file.ts';
import { StoreRefused } from '../store.ts';

export type GivenKey =
  /** The engine knows where it is. */
  | { readonly kind: 'usual' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string };

/** Fewer characters than this are guessed. */
const SHORTEST_PASSPHRASE = 16;
const SHORTEST_SAID = `at least ${SHORTEST_PASSPHRASE} characters; openssl rand -hex 32 makes one`;

/** @throws StoreRefused where the setting is there twice */
export function givenKey(file: string | undefined, text: string | undefined): GivenKey {
  if (file !== undefined && text !== undefined) {
    throw new StoreRefused(
      '--store-key-file and --store-key (or FLAGBEARER_STORE_KEY) are both given: leave one out',
    );
  }
  if (file !== undefined) return { kind: 'file', path: file };
  return text === undefined ? { kind: 'usual' } : { kind: 'text', text };
}

/** What a store that is new is sealed with. A file that is not there is made, for its owner alone. */
export async function newSecret(
  given: Exclude<GivenKey, { readonly kind: 'usual' }>,
  files: Files,
  sealings: Sealings,
): Promise<string> {
  if (given.kind === 'text') return longEnough(given.text, '--store-key (FLAGBEARER_STORE_KEY)');
  const there = await textOf(given.path, files);
  if (there !== undefined) return longEnough(there, `the key file ${given.path}`);
  const made = sealings.newKey();
  try {
    await putKey(given.path, made, files, sealings);
  } catch (error) {
    throw new StoreRefused(`the key file ${given.path} can't be made: ${reasonOf(error)}`);
  }
  // Of two processes that make one at the same time, both go on with the one that is there.
  return (await textOf(given.path, files)) ?? made;
}

/** What a store was sealed with, if it is what is given now. @throws StoreRefused without such a file */
export async function heldSecret(
  given: Exclude<GivenKey, { readonly kind: 'usual' }>,
  files: Files,
): Promise<string> {
  if (given.kind === 'text') return given.text;
  const text = await textOf(given.path, files);
  if (text !== undefined) return text;
  throw new StoreRefused(
    `the key file ${given.path} is missing; nothing in the store can be read without it: bring it back, or name the one that there is with --store-key-file`,
  );
}

/** Makes a key file, whole or not at all. One that is there stays as it is. */
export async function putKey(
  path: string,
  secret: string,
  files: Files,
  sealings: Sealings,
): Promise<void> {
  const unfinished = `${path}.${sealings.newSalt().toString('hex')}${UNFINISHED}`;
  await writeWhole(files, unfinished, `${secret}\n`);
  try {
    await files.link(unfinished, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await files.remove(unfinished);
  }
  await files.syncFolder(dirname(path));
}

async function textOf(path: string, files: Files): Promise<string | undefined> {
  try {
    return (await files.read(path)).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new StoreRefused(`the key file ${path} can't be read: ${reasonOf(error)}`);
  }
}

function longEnough(secret: string, named: string): string {
  if (secret.length >= SHORTEST_PASSPHRASE) return secret;
  throw new StoreRefused(`${named} is too short for a key: it takes ${SHORTEST_SAID}`);
}
