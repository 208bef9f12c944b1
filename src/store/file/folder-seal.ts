/** The seal of a folder: the file `seal`, and the key, which lies beside it unless it is elsewhere. */
import type { Files } from '../../ports/files.ts';
import type { Sealing, Sealings } from '../../ports/sealing.ts';
import { heldSecret, newSecret, putKey } from '../seal/given-key.ts';
import type { GivenKey } from '../seal/given-key.ts';
import { newSeal, unlocked } from '../seal/seal.ts';
import type { Seal } from '../seal/seal.ts';
import { StoreRefused } from '../store.ts';
import { CLEAR_START } from './clear-document.ts';
import { hasCode } from './file-error.ts';
import { pathsOf } from './folder-layout.ts';
import { writeWhole } from './whole-file.ts';

export interface FolderSeal {
  readonly sealing: Sealing;
  /** Writes what is missing of it, where another folder has taken the place of the one it was in. */
  keep(): Promise<void>;
}

export interface SealOptions {
  readonly files: Files;
  readonly sealings: Sealings;
  readonly key: GivenKey;
}

/**
 * Opens the seal of a folder that is locked. A folder that holds nothing, or what an earlier version
 * wrote, gets one.
 *
 * @throws StoreRefused where the key is missing or is another one; nothing has changed then
 */
export async function openSeal(path: string, options: SealOptions): Promise<FolderSeal> {
  const { files, sealings, key: given } = options;
  const inFolder = `${path}/key`;
  const key = given.kind === 'usual' ? ({ kind: 'file', path: inFolder } as const) : given;
  const sealText = await textOf(`${path}/seal`, files);
  let held: { readonly seal: Seal; readonly sealing: Sealing };
  let secret: string;
  if (sealText === undefined) {
    await refuseSealedFiles(path, files);
    secret = await newSecret(key, files, sealings);
    held = await newSeal('key', secret, sealings);
  } else {
    const seal = sealOf(`${path}/seal`, sealText);
    secret = await heldSecret(key, files);
    const sealing = await unlocked(seal, secret, sealings);
    if (sealing === undefined) throw wrongKey(path, key);
    held = { seal, sealing };
  }
  const { seal, sealing } = held;
  const keep = async (): Promise<void> => {
    if (given.kind === 'usual' && (await textOf(inFolder, files)) === undefined) {
      await putKey(inFolder, secret, files, sealings);
    }
    if ((await textOf(`${path}/seal`, files)) === undefined) {
      await writeWhole(
        files,
        `${path}/seal`,
        `${JSON.stringify({ flagbearer: 'seal', ...seal })}\n`,
      );
    }
  };
  await keep();
  return { sealing, keep };
}

function wrongKey(path: string, key: Exclude<GivenKey, { readonly kind: 'usual' }>): StoreRefused {
  const named =
    key.kind === 'file' ? `in ${key.path}` : 'given as --store-key (FLAGBEARER_STORE_KEY)';
  return new StoreRefused(
    `the store file:${path} was sealed with another key than the one ${named}; nothing in it was changed: start with that key, or take another folder`,
  );
}

/** What is sealed needs the salt that the seal has; a new one would open nothing. */
async function refuseSealedFiles(path: string, files: Files): Promise<void> {
  const paths = [`${path}/index`, ...(await pathsOf(path, 'changes', files))];
  const texts = await Promise.all(paths.map((each) => textOf(each, files)));
  const there = texts.filter((text) => text !== undefined);
  if (there.length === 0 || there.some((text) => CLEAR_START.test(text))) return;
  throw new StoreRefused(
    `${path}/seal is missing; nothing in the store can be read without it, and nothing was changed: bring it back from a backup, or take another folder`,
  );
}

function sealOf(path: string, text: string): Seal {
  try {
    const { flagbearer, by, salt, check } = JSON.parse(text) as Partial<
      Seal & { readonly flagbearer: string }
    >;
    if (flagbearer === 'seal' && by === 'key' && salt !== undefined && check !== undefined) {
      return { by, salt, check };
    }
  } catch {
    // It is told as any other that is not as it was written.
  }
  throw new StoreRefused(
    `${path}: this is not as flagbearer wrote it; nothing in the store can be read without it: bring it back from a backup`,
  );
}

async function textOf(path: string, files: Files): Promise<string | undefined> {
  try {
    return await files.read(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
