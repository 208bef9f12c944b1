import { describe, expect, it } from 'vitest';

import type { Processes } from '../../../src/ports/processes.ts';
import { systemProcesses } from '../../../src/ports/processes.ts';
import { StoreRefused } from '../../../src/store/store.ts';
import { storeOn } from './opened-store.ts';
import { randomFrom } from './random.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const dead = { host: 'here', boot: '1', pid: 7, started: '1', token: 'dead' };

/** Processes of one machine, of which those with the pids named live. */
function process(pid: number, alive: readonly number[], host = 'here'): Processes {
  let tokens = 0;
  return {
    self: { host, boot: '1', pid, started: '1' },
    newToken: () => `${host}-${pid}-${(tokens += 1)}`,
    stateOf: (other) => {
      if (other.host !== host) return 'unknown';
      return alive.includes(other.pid) ? 'alive' : 'dead';
    },
  };
}

describe('a folder', () => {
  it('is refused to a second process, which is told who has it', async () => {
    const disk = new SimulatedDisk(randomFrom(1));
    await storeOn(disk, { processes: process(1, [1, 2]) });
    await expect(storeOn(disk, { processes: process(2, [1, 2]) })).rejects.toThrow(
      '/store: the store is in use by process 1 on here; stop it, or take another folder',
    );
  });

  it('is free once it was closed', async () => {
    const disk = new SimulatedDisk(randomFrom(1));
    const first = await storeOn(disk, { processes: process(1, [1, 2]) });
    await first.close();
    expect(disk.paths.filter((path) => path.includes('lock'))).toEqual([]);
    await storeOn(disk, { processes: process(2, [1, 2]) });
  });

  it('is taken over from a process that is dead', async () => {
    const disk = new SimulatedDisk(randomFrom(1));
    await storeOn(disk, { processes: process(1, [1]) });
    await storeOn(disk, { processes: process(2, [2]) });
    expect(JSON.parse(disk.textOf('/store/lock') ?? '')).toMatchObject({ pid: 2 });
    expect(disk.paths.filter((path) => path.includes('lock'))).toEqual(['/store/lock']);
  });

  it('is not taken over from another machine, whatever lives here', async () => {
    const disk = new SimulatedDisk(randomFrom(1));
    await storeOn(disk, { processes: process(1, [], 'there') });
    await expect(storeOn(disk, { processes: process(2, [2]) })).rejects.toThrow(
      'process 1 on there, another machine; if that has ended, remove /store/lock',
    );
  });

  it('is taken over by one of many that find the dead', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const disk = new SimulatedDisk(randomFrom(seed));
      const random = randomFrom(seed);
      await disk.files().makeFolder('/store');
      disk.put('/store/lock', JSON.stringify(dead));
      // One died while it took over.
      if (seed % 2 === 0) disk.put('/store/lock.dead', JSON.stringify({ ...dead, token: 'heir' }));
      const pids = [11, 12, 13, 14, 15];
      const opened = await Promise.allSettled(
        pids.map(async (pid) => {
          for (let turns = random() * 20; turns > 0; turns -= 1) await nextTurn();
          return storeOn(disk, { processes: process(pid, pids) });
        }),
      );
      expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const each of opened) {
        if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(StoreRefused);
      }
      expect(disk.paths.filter((path) => path.includes('lock'))).toEqual(['/store/lock']);
    }
  });

  it('is refused where its lock is none', async () => {
    const disk = new SimulatedDisk(randomFrom(1));
    await disk.files().makeFolder('/store');
    disk.put('/store/lock', 'mine');
    await expect(storeOn(disk)).rejects.toThrow('/store/lock: this is no lock of flagbearer');
  });
});

describe('the processes of the machine', () => {
  it('tell who lives, who is dead, and whose number was given again', () => {
    const processes = systemProcesses();
    const { self } = processes;
    expect(processes.stateOf(self)).toBe('alive');
    expect(processes.stateOf({ ...self, pid: 2 ** 22 + 1 })).toBe('dead');
    expect(processes.stateOf({ ...self, host: 'elsewhere' })).toBe('unknown');
    if (self.boot === '') return;
    expect(processes.stateOf({ ...self, boot: 'before' })).toBe('dead');
    expect(processes.stateOf({ ...self, started: '1' })).toBe('dead');
  });
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
