/** A store on a disk that loses, when its power fails, all that was not synced. */
import { describe, expect, it } from 'vitest';

import { defaultDialect } from '../../../src/dialect/keys.ts';
import { StoreUnavailable } from '../../../src/store/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { createBase, madeUser } from '../../engines/bases.ts';
import { storeOn } from './opened-store.ts';
import { createRandom } from './random.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import type { Flaws } from './simulated-disk.ts';

const WS = 'default';
const base = createBase(3);

/** The requests, and their responses. */
interface Told {
  readonly users: { readonly id: string; answered: boolean }[];
  readonly workspaces: Map<string, 'made' | 'deleted' | 'unknown'>;
}

describe('a store whose power fails', () => {
  it('keeps every acknowledged write and no partial one', async () => {
    const { complaints, answered } = await powerCuts({}, 25);
    expect(complaints).toEqual([]);
    expect(answered).toBeGreaterThan(50);
  });

  // These cases show that the previous test can fail.
  it.each<Flaws>([{ sync: 'ignored' }, { syncFolder: 'ignored' }, { rename: 'writesOver' }])(
    'loses acknowledged writes if the disk has the flaw %o',
    async (flaws) => {
      const { complaints } = await powerCuts(flaws, 25);
      expect(complaints).not.toEqual([]);
    },
  );
});

async function powerCuts(
  flaws: Flaws,
  cuts: number,
): Promise<{ readonly complaints: readonly string[]; readonly answered: number }> {
  const random = createRandom(7);
  const disk = new SimulatedDisk(random, flaws);
  const told: Told = { users: [], workspaces: new Map() };
  let complaints: readonly string[] = [];
  for (let cut = 0; cut < cuts && complaints.length === 0; cut += 1) {
    try {
      // Small enough that the power fails during compaction, too.
      const store = await storeOn(disk, { compactAt: 2000 });
      if (!(await store.names()).includes(WS)) {
        await store.begin({
          scenario: [],
          base,
          dialect: defaultDialect,
          seed: 1,
          clockStart: 0,
          chaos: 'off',
        });
      }
      complaints = await complaintsAbout(store, told);
      const failed = disk.failAfter(5 + Math.floor(random() * 120));
      const writing = [
        users(store, told, random),
        users(store, told, random),
        workspaces(store, told, cut),
      ];
      await failed;
      await Promise.all(writing);
      await store.close();
    } catch (error) {
      complaints = [String(error)];
    }
    disk.restart();
  }
  return { complaints, answered: told.users.filter(({ answered }) => answered).length };
}

/** Several writes of a unit belong together: user, identity, session and count. */
async function users(store: Store, told: Told, random: () => number): Promise<void> {
  await untilUnavailable(async () => {
    let entry: Told['users'][number] | undefined;
    await store.write(WS, async (unit) => {
      const count = await unit.countDraw('user', 'x');
      const id = `user-${count}-${random()}`;
      entry = { id, answered: false };
      told.users.push(entry);
      await unit.putUser(madeUser(id));
      await unit.putIdentity(`email:${id}`, id);
      await unit.put('sessions', `s:${id}`, {
        id: `s:${id}`,
        userId: id,
        clientId: 'app',
        expiresAt: 1e15,
      });
    });
    if (entry !== undefined) entry.answered = true;
  });
}

async function workspaces(store: Store, told: Told, cut: number): Promise<void> {
  let made = 0;
  await untilUnavailable(async () => {
    made += 1;
    const name = `w-${cut}-${made}`;
    told.workspaces.set(name, 'unknown');
    if (made % 2 === 0) await store.fork(WS, name);
    else await store.create({ name, seed: 1, dialect: defaultDialect, base: createBase(made) });
    told.workspaces.set(name, 'made');
    if (made % 3 !== 0) {
      told.workspaces.set(name, 'unknown');
      await store.delete(name);
      told.workspaces.set(name, 'deleted');
    }
  });
}

async function untilUnavailable(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

async function complaintsAbout(store: Store, told: Told): Promise<readonly string[]> {
  const complaints: string[] = [];
  let there = 0;
  for (const { id, answered } of told.users) {
    const parts = await store.read(WS, async (view) => [
      (await view.user(id)) !== undefined,
      (await view.userIdByIdentity(`email:${id}`)) === id,
      (await view.get('sessions', `s:${id}`)) !== undefined,
    ]);
    if (parts.every(Boolean)) there += 1;
    else if (parts.some(Boolean)) complaints.push(`${id} is half there`);
    else if (answered) complaints.push(`${id} is lost`);
  }
  const count = await store.read(
    WS,
    async (view) => (await view.userCount()) - base.userIds.length,
  );
  if (count !== there) complaints.push(`${count} users instead of ${there}`);
  for (const [name, state] of told.workspaces) {
    const isThere = (await store.names()).includes(name);
    if (state === 'made' && !isThere) complaints.push(`the workspace ${name} is lost`);
    if (state === 'deleted' && isThere) complaints.push(`the workspace ${name} is there again`);
  }
  return complaints;
}
