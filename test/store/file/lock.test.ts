import { rmdirSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { lockFolder } from '../../../src/ports/folder-lock.ts';
import { createSystemProcesses } from '../../../src/ports/processes.ts';
import type { Processes } from '../../../src/ports/processes.ts';
import { createFolder } from '../../setup/folder.ts';

/** Simulates the process `pid` on a machine where only `livePids` are alive. */
function createProcesses(pid: number, livePids: readonly number[]): Processes {
  return {
    self: { host: 'here', boot: '1', pid, started: '1' },
    getState: (owner) => (livePids.includes(owner.pid) ? 'alive' : 'dead'),
  };
}

it('a lock rejects other processes until its owner releases it; the error contains the pid of the owner', async () => {
  const path = await createFolder({});
  const lock = await lockFolder(path, createProcesses(1, [1, 2]));
  await expect(lockFolder(path, createProcesses(2, [1, 2]))).rejects.toThrow(
    'the store is in use by process 1 on here. Stop that process, or use another folder',
  );
  await lock.release();
  await (await lockFolder(path, createProcesses(2, [1, 2]))).release();
});

it('the lock of a dead process is acquired at once', async () => {
  const path = await createFolder({});
  const staleLock = await lockFolder(path, createProcesses(1, [1]));
  const lock = await lockFolder(path, createProcesses(2, [2]));
  expect(JSON.parse(await readFile(join(path, 'owner.json'), 'utf8'))).toMatchObject({ pid: 2 });
  await lock.release();
  await staleLock.release().catch(() => {});
});

it(
  'the lock of a dead process is acquired by exactly one of many processes',
  { timeout: 30_000 },
  async () => {
    const path = await createFolder({});
    await lockFolder(path, createProcesses(1, [1]));
    const pids = [11, 12, 13, 14];
    const locks = await Promise.allSettled(
      pids.map((pid) => lockFolder(path, createProcesses(pid, pids))),
    );
    expect(locks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const lock of locks) if (lock.status === 'fulfilled') await lock.value.release();
  },
);

it('a lock with an unreadable owner is acquired after a timeout', { timeout: 30_000 }, async () => {
  const path = await createFolder({});
  await mkdir(join(path, 'store.lock'));
  await writeFile(join(path, 'owner.json'), '{');
  const lock = await lockFolder(path, createProcesses(2, [2]));
  expect(lock.isHeld()).toBe(true);
  await lock.release();
});

it('a lock is acquired if its owner releases it and ends meanwhile', async () => {
  const path = await createFolder({});
  const endingLock = await lockFolder(path, createProcesses(1, [1]));
  let release: Promise<void> | undefined;
  const lock = await lockFolder(path, {
    ...createProcesses(2, [2]),
    getState() {
      // The release is asynchronous, so the test removes the lock at once.
      rmdirSync(join(path, 'store.lock'));
      release = endingLock.release();
      return 'dead';
    },
  });
  await release;
  await lock.release();
});

it(
  'one of two processes that start at the same time is rejected with a hint',
  { timeout: 30_000 },
  async () => {
    const path = await createFolder({});
    await mkdir(join(path, 'store.lock'));
    const starts = [1, 2].map((pid) => lockFolder(path, createProcesses(pid, [1, 2])));
    await expect(Promise.race(starts)).rejects.toThrow(
      'the store is in use by another process. Stop that process, or use another folder',
    );
    await (await Promise.any(starts)).release();
  },
);

it('a folder whose owner cannot be recorded is not locked', async () => {
  const path = await createFolder({});
  await mkdir(join(path, 'owner.json'));
  await expect(lockFolder(path, createProcesses(1, [1]))).rejects.toThrow('it is a folder');
  await rmdir(join(path, 'owner.json'));
  await (await lockFolder(path, createProcesses(1, [1]))).release();
});

// Only one process at a time acquires `store.lock`: the process that has `start.lock`.
it('a lost start.lock does not end the process', { timeout: 30_000 }, async () => {
  const path = await createFolder({});
  await mkdir(join(path, 'store.lock'));
  const starting = lockFolder(path, createProcesses(1, [1]));
  // By then, start.lock exists.
  await setTimeout(500);
  await rmdir(join(path, 'start.lock'));
  await (await starting).release();
});

it('the state of an owner considers its host, boot, pid and start time', () => {
  const { self, getState } = createSystemProcesses();
  expect(getState(self)).toBe('alive');
  // Above the largest pid of Linux.
  expect(getState({ ...self, pid: 2 ** 22 + 1 })).toBe('dead');
  expect(getState({ ...self, host: 'elsewhere' })).toBe('unknown');
  if (self.boot === '') return;
  expect(getState({ ...self, boot: 'before' })).toBe('dead');
  expect(getState({ ...self, started: '1' })).toBe('dead');
});
