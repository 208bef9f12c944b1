/**
 * The lock on a folder, by proper-lockfile. The owner updates the lock every two seconds, so that the lock
 * of a killed process expires. The id of the owner is stored beside the lock: if that process is dead, the
 * lock is free at once.
 */
import { utimes } from 'node:fs/promises';

import { getErrorCode } from '../error-code.ts';
import { sleep } from './real-timers.ts';
import { readInputFile } from './input-file.ts';
import { writeOutputFile } from './output-file.ts';
import type { ProcessIdentity, Processes } from './processes.ts';

export interface FolderLock {
  /** Returns false if the lock has expired, so that another process may have acquired it. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Another process holds the lock, or may hold it. */
class LockHeld extends Error {
  override readonly name = 'LockHeld';
  readonly code = 'ELOCKED';

  constructor(holder: ProcessIdentity | undefined) {
    const owner =
      holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`;
    super(`the store is in use by ${owner}. Stop it, or use another folder`);
  }
}

/** In milliseconds. */
const STALE_AFTER = 5000;
const TOUCH_INTERVAL = 2000;
/** The lock during a start, which takes milliseconds, or seconds if it waits for an owner that is unknown. */
const START_LOCK = {
  stale: 2000,
  retries: { retries: 60, minTimeout: 50, maxTimeout: 50 },
  realpath: false,
  // A lock expires while this process is suspended; the default handler would throw.
  onCompromised() {},
};
const CHECK_INTERVAL = 200;
/** Checks until an untouched lock is certainly stale. */
const MAX_CHECKS = (STALE_AFTER + TOUCH_INTERVAL) / CHECK_INTERVAL;

/** Locks a folder. @throws LockHeld if another process has the lock, and errors of Node */
export async function lockFolder(folder: string, processes: Processes): Promise<FolderLock> {
  // In a bundle, a CommonJS module only has a default export.
  const { default: lockfile } = await import('proper-lockfile');
  const { lock } = lockfile;
  // One process at a time checks and takes over the lock of another.
  const releaseStart = await lock(`${folder}/start`, START_LOCK).catch((error: unknown) => {
    throw getErrorCode(error) === 'ELOCKED' ? new LockHeld(undefined) : error;
  });
  try {
    let isHeld = true;
    const acquire = () =>
      lock(`${folder}/store`, {
        stale: STALE_AFTER,
        update: TOUCH_INTERVAL,
        realpath: false,
        onCompromised: () => (isHeld = false),
      });
    const release = await acquireLock(acquire, folder, processes);
    try {
      const holder = `${JSON.stringify(processes.self)}\n`;
      const options = { readers: 'owner', existing: 'replaced' } as const;
      await writeOutputFile(`${folder}/${HOLDER}`, holder, options);
    } catch (error) {
      await release().catch(() => {});
      throw error;
    }
    return { isHeld: () => isHeld, release };
  } finally {
    // Rejects if the lock has expired.
    await releaseStart().catch(() => {});
  }
}

/** Acquires the lock. If the state of its owner is unknown, waits until the lock expires. */
async function acquireLock<Release>(
  acquire: () => Promise<Release>,
  folder: string,
  processes: Processes,
): Promise<Release> {
  for (let checks = 1; ; checks += 1) {
    try {
      return await acquire();
    } catch (error) {
      if (getErrorCode(error) !== 'ELOCKED') throw error;
    }
    const holder = await readHolder(folder);
    const state = holder === undefined ? 'unknown' : processes.getState(holder);
    if (state === 'alive' || checks > MAX_CHECKS) throw new LockHeld(holder);
    if (state === 'dead') await expireLock(`${folder}/store.lock`);
    else await sleep(CHECK_INTERVAL);
  }
}

/** Makes the lock of a dead process stale, unless the process has released it before it ended. */
async function expireLock(path: string): Promise<void> {
  try {
    await utimes(path, 0, 0);
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error;
  }
}

const HOLDER = 'holder.json';

/** Returns the recorded owner; undefined if the record is missing or damaged. */
async function readHolder(folder: string): Promise<ProcessIdentity | undefined> {
  try {
    const holder = JSON.parse(
      await readInputFile(`${folder}/${HOLDER}`),
    ) as Partial<ProcessIdentity>;
    const { host, boot, pid, started } = holder;
    const isComplete =
      typeof host === 'string' &&
      typeof boot === 'string' &&
      typeof pid === 'number' &&
      typeof started === 'string';
    return isComplete ? { host, boot, pid, started } : undefined;
  } catch {
    return undefined;
  }
}
