/**
 * The lock on a folder, implemented with proper-lockfile. The owner updates the lock every two seconds, so that the lock
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

  constructor(owner: ProcessIdentity | undefined) {
    const description =
      owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`;
    super(`the store is in use by ${description}. Stop that process, or use another folder`);
  }
}

/** In milliseconds. */
const STALE_AFTER = 5000;
const TOUCH_INTERVAL = 2000;
/**
 * A second lock: only one process at a time checks and acquires the store lock. It is held for milliseconds, or for
 * seconds while the state of the current owner is unknown.
 */
const ACQUISITION_LOCK = {
  stale: 2000,
  retries: { retries: 60, minTimeout: 50, maxTimeout: 50 },
  realpath: false,
  // The lock can expire while this process is suspended; then the default handler would throw.
  onCompromised() {},
};
const CHECK_INTERVAL = 200;
/** Number of checks after which an untouched lock is certainly stale. */
const MAX_CHECKS = (STALE_AFTER + TOUCH_INTERVAL) / CHECK_INTERVAL;

/** Locks a folder. @throws LockHeld if another process has the lock, and errors of Node */
export async function lockFolder(folder: string, processes: Processes): Promise<FolderLock> {
  // In a bundle, a CommonJS module only has a default export.
  const { default: lockfile } = await import('proper-lockfile');
  const { lock } = lockfile;
  const releaseAcquisition = await lock(`${folder}/start`, ACQUISITION_LOCK).catch(
    (error: unknown) => {
      throw getErrorCode(error) === 'ELOCKED' ? new LockHeld(undefined) : error;
    },
  );
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
      const owner = `${JSON.stringify(processes.self)}\n`;
      const options = { readers: 'owner', overwrite: true } as const;
      await writeOutputFile(`${folder}/${OWNER_FILE}`, owner, options);
    } catch (error) {
      await release().catch(() => {});
      throw error;
    }
    return { isHeld: () => isHeld, release };
  } finally {
    // Rejects if the lock has expired.
    await releaseAcquisition().catch(() => {});
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
    const owner = await readOwner(folder);
    const state = owner === undefined ? 'unknown' : processes.getState(owner);
    if (state === 'alive' || checks > MAX_CHECKS) throw new LockHeld(owner);
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

const OWNER_FILE = 'owner.json';

/** Returns the recorded owner; undefined if the record is missing or damaged. */
async function readOwner(folder: string): Promise<ProcessIdentity | undefined> {
  try {
    const owner = JSON.parse(
      await readInputFile(`${folder}/${OWNER_FILE}`),
    ) as Partial<ProcessIdentity>;
    const { host, boot, pid, started } = owner;
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
