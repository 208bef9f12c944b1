/**
 * The lock on a folder, by proper-lockfile: a folder that the owner touches every two seconds, so that a
 * lock left by any machine, pid or zombie process expires. The owner is recorded beside it: a lock of a
 * process that is known to be dead is free at once.
 */
import { constants } from 'node:fs';
import { open, rm, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { readInputFile } from './input-file.ts';
import { NEW_FILE } from './output-file.ts';
import type { ProcessIdentity, Processes } from './processes.ts';

export interface FolderLock {
  /** Whether no other process can have taken it in the meantime. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** The lock belongs to a process that is running, or may be running. */
class LockHeld extends Error {
  override readonly name = 'LockHeld';
  readonly code = 'ELOCKED';
}

/** All in milliseconds. An untouched lock is free after the first. */
const STALE = 5000;
const TOUCHED = 2000;
/** Another start takes a few milliseconds, or its process has been killed. */
const START = { stale: 2000, retries: { retries: 60, minTimeout: 50, maxTimeout: 50 } };
const LOOK = 200;
/** Age after which an untouched lock is stale. */
const MAX_CHECKS = (STALE + TOUCHED) / LOOK;

/** @throws Error with the code ELOCKED where another process has it, and errors of Node */
export async function lockFolder(folder: string, processes: Processes): Promise<FolderLock> {
  // A bundle has nothing of a CommonJS module but its default.
  const { default: lockfile } = await import('proper-lockfile');
  const { lock } = lockfile;
  // One process at a time checks and takes over the lock of another.
  const started = await lock(`${folder}/start`, { ...START, realpath: false });
  try {
    let isHeld = true;
    const options = { stale: STALE, update: TOUCHED, realpath: false };
    const take = () =>
      lock(`${folder}/store`, { ...options, onCompromised: () => (isHeld = false) });
    const release = await taken(take, folder, processes);
    await writeHolder(folder, processes.self);
    return { isHeld: () => isHeld, release };
  } finally {
    await started();
  }
}

async function taken<Taken>(
  take: () => Promise<Taken>,
  folder: string,
  processes: Processes,
): Promise<Taken> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await take();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
    }
    const holder = await holderOf(folder);
    const state = holder === undefined ? 'unknown' : processes.stateOf(holder);
    if (state === 'alive' || looks > MAX_CHECKS) {
      const who =
        holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`;
      throw new LockHeld(`the store is in use by ${who}. Stop it, or use another folder`);
    }
    if (state === 'dead') await utimes(`${folder}/store.lock`, 0, 0);
    else await sleep(LOOK);
  }
}

const HOLDER = 'holder.json';

async function writeHolder(folder: string, self: ProcessIdentity): Promise<void> {
  await rm(`${folder}/${HOLDER}`, { force: true });
  const file = await open(`${folder}/${HOLDER}`, NEW_FILE | constants.O_WRONLY, 0o600);
  try {
    await file.writeFile(`${JSON.stringify(self)}\n`);
  } finally {
    await file.close();
  }
}

/** Returns the recorded owner; undefined if the record is missing or damaged. */
async function holderOf(folder: string): Promise<ProcessIdentity | undefined> {
  try {
    const holder = JSON.parse(
      await readInputFile(`${folder}/${HOLDER}`),
    ) as Partial<ProcessIdentity>;
    const { host, boot, pid, started } = holder;
    const isWhole =
      typeof host === 'string' &&
      typeof boot === 'string' &&
      typeof pid === 'number' &&
      typeof started === 'string';
    return isWhole ? { host, boot, pid, started } : undefined;
  } catch {
    return undefined;
  }
}
