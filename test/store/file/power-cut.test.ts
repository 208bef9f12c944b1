/** A store on a disk whose power fails: data that was not synced is lost. */
import { describe, expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { StoreUnavailable } from '../../../src/store/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { createBase, createSettings, createUser } from '../../engines/bases.ts';
import { openStoreOnDisk } from './open-store-on-disk.ts';
import { createSeededRandom } from '../../setup/seeded-random.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import type { Flaws } from './simulated-disk.ts';

const WS = 'default';
const settings = createSettings();

/** The changes that were requested, and whether the store acknowledged them. */
interface WriteLedger {
  readonly users: { readonly id: string; acknowledged: boolean }[];
  readonly workspaces: Map<string, 'created' | 'deleted' | 'unknown'>;
}

describe('a store whose power fails', () => {
  it('keeps every acknowledged write and no partial one', async () => {
    const { problems, acknowledged } = await cutPower({}, 25);
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(50);
  });

  // These cases show that the previous test can fail.
  it.each<Flaws>([{ sync: 'ignored' }, { syncFolder: 'ignored' }, { rename: 'overwrites' }])(
    'loses acknowledged writes if the disk has the flaw %o',
    async (flaws) => {
      const { problems } = await cutPower(flaws, 25);
      expect(problems).not.toEqual([]);
    },
  );
});

async function cutPower(
  flaws: Flaws,
  cuts: number,
): Promise<{ readonly problems: readonly string[]; readonly acknowledged: number }> {
  const random = createSeededRandom(7);
  const disk = new SimulatedDisk(random, flaws);
  const ledger: WriteLedger = { users: [], workspaces: new Map() };
  let problems: readonly string[] = [];
  for (let cut = 0; cut < cuts && problems.length === 0; cut += 1) {
    try {
      // Small enough that the power fails during compaction, too.
      const store = await openStoreOnDisk(disk, { compactAt: 2000 });
      if (!(await store.listNames()).includes(WS)) {
        await store.initialize(settings);
      }
      problems = await findProblems(store, ledger);
      const powerFailed = disk.cutPowerAfter(5 + Math.floor(random() * 120));
      const writing = [
        writeUsers(store, ledger, random),
        writeUsers(store, ledger, random),
        createWorkspaces(store, ledger, cut),
      ];
      await powerFailed;
      await Promise.all(writing);
      await store.close();
    } catch (error) {
      problems = [String(error)];
    }
    disk.restart();
  }
  return { problems, acknowledged: ledger.users.filter(({ acknowledged }) => acknowledged).length };
}

/** Adds users, each with an identity and a session in the same unit of work. */
async function writeUsers(store: Store, ledger: WriteLedger, random: () => number): Promise<void> {
  await runUntilUnavailable(async () => {
    let entry: WriteLedger['users'][number] | undefined;
    await store.write(WS, async (unit) => {
      const count = await unit.countDraw('user', 'x');
      const id = `user-${count}-${random()}`;
      entry = { id, acknowledged: false };
      ledger.users.push(entry);
      await unit.putUser(createUser(id));
      await unit.putIdentity(`email:${id}`, id);
      await unit.put('sessions', `s:${id}`, {
        id: `s:${id}`,
        userId: id,
        clientId: 'app',
        expiresAt: 1e15,
      });
    });
    if (entry !== undefined) entry.acknowledged = true;
  });
}

async function createWorkspaces(store: Store, ledger: WriteLedger, cut: number): Promise<void> {
  let created = 0;
  await runUntilUnavailable(async () => {
    created += 1;
    const name = `w-${cut}-${created}`;
    ledger.workspaces.set(name, 'unknown');
    if (created % 2 === 0) await store.fork(WS, name);
    else await store.create({ name, seed: 1, dialect: defaultDialect, base: createBase(created) });
    ledger.workspaces.set(name, 'created');
    if (created % 3 !== 0) {
      ledger.workspaces.set(name, 'unknown');
      await store.delete(name);
      ledger.workspaces.set(name, 'deleted');
    }
  });
}

async function runUntilUnavailable(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

async function findProblems(store: Store, ledger: WriteLedger): Promise<readonly string[]> {
  const problems: string[] = [];
  let completeUsers = 0;
  for (const { id, acknowledged } of ledger.users) {
    const parts = await store.read(WS, async (view) => [
      (await view.user(id)) !== undefined,
      (await view.userIdByIdentity(`email:${id}`)) === id,
      (await view.get('sessions', `s:${id}`)) !== undefined,
    ]);
    if (parts.every(Boolean)) completeUsers += 1;
    else if (parts.some(Boolean)) problems.push(`${id} is incomplete`);
    else if (acknowledged) problems.push(`${id} is lost`);
  }
  const count = await store.read(
    WS,
    async (view) => (await view.userCount()) - settings.base.userIds.length,
  );
  if (count !== completeUsers) problems.push(`${count} users instead of ${completeUsers}`);
  const names = await store.listNames();
  for (const [name, state] of ledger.workspaces) {
    const exists = names.includes(name);
    if (state === 'created' && !exists) problems.push(`the workspace ${name} is lost`);
    if (state === 'deleted' && exists) problems.push(`the workspace ${name} exists again`);
  }
  return problems;
}
