import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { createSteppingClock, type SteppingClock } from '../setup/stepping-clock.ts';
import { systemFiles } from '../../src/ports/files.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ONLY_KEY } from '../../src/store/parts.ts';
import type { Store, UnitOfWork } from '../../src/store/store.ts';
import { createSeededRandom } from '../setup/seeded-random.ts';
import { isLong } from '../setup/test-length.ts';
import { createBase, createOtp, createUser, NO_LIMITS, START, WORKSPACE } from './bases.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { connectToSchema } from './own-postgres.ts';
import { describeWithPostgres } from './postgres-server.ts';
import { describeEngine } from './suite.ts';

const ports = { pauses: systemPauses, files: systemFiles, log: silentLog } as const;

/** Returns a pseudorandom integer, from 0, below a limit. */
type Random = (limit: number) => number;

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  describeEngine({
    name: 'PostgreSQL',
    isDurable: true,
    isSlow: true,
    async createLocation() {
      const store = server.createStore();
      return {
        open: (clock, workspaceLimits) => openStore(store, { ...ports, clock, workspaceLimits }),
        remove: () => server.remove(store),
      };
    },
  });

  describe('replicas on one database', () => {
    let clock: SteppingClock;
    let storeUrl: string;
    let openReplicas: Store[];
    let replica1: Store;
    beforeEach(async () => {
      clock = createSteppingClock(START);
      storeUrl = server.createStore();
      openReplicas = [];
      replica1 = await openReplica();
      await replica1.create({
        name: WORKSPACE,
        seed: 1,
        dialect: defaultDialect,
        base: createBase(3),
      });
    });
    afterEach(async () => {
      for (const store of openReplicas) await store.close();
      await server.remove(storeUrl);
    });

    async function openReplica(url = storeUrl): Promise<Store> {
      const store = await openStore(url, { ...ports, clock, workspaceLimits: NO_LIMITS });
      openReplicas.push(store);
      return store;
    }

    it('converge after any mixture of writes, including a replica that starts later', async () => {
      const replica2 = await openReplica();
      const draw = createSeededRandom(7);
      const random: Random = (limit) => Math.floor(draw() * limit);
      for (let round = 0; round < 150; round += 1) {
        const writer = random(2) === 0 ? replica1 : replica2;
        await writer.write(WORKSPACE, async (unit) => {
          for (let step = random(4); step >= 0; step -= 1) await writeRandomChange(unit, random);
        });
        clock.advance(random(600_000));
        if (random(5) === 0) await replica1.read(WORKSPACE, async (view) => view.now);
      }
      const replica3 = await openReplica();
      const state1 = await readAll(replica1);
      expect(await readAll(replica2)).toEqual(state1);
      expect(await readAll(replica3)).toEqual(state1);
    });

    it.runIf(isLong)('keep the same newest entries of bounded lists', async () => {
      const replica2 = await openReplica();
      const send = (store: Store, firstIndex: number, endIndex: number) =>
        store.write(WORKSPACE, async (unit) => {
          for (let index = firstIndex; index < endIndex; index += 1)
            await unit.put('oneTimePasswords', `o${index}`, createOtp(`o${index}`));
        });
      const readInbox = (store: Store) =>
        store.read(WORKSPACE, async (view) => (await view.listInbox()).map(({ id }) => id));
      // A workspace stores only the newest 10,000 one-time passwords.
      await send(replica1, 0, 9990);
      expect((await readInbox(replica2)).length).toBe(9990);
      await send(replica2, 9990, 10_020);
      await send(replica1, 10_020, 10_030);
      const inbox = await readInbox(replica1);
      expect([inbox.length, inbox[0]]).toEqual([10_000, 'o30']);
      expect(await readInbox(replica2)).toEqual(inbox);
      expect(await readInbox(await openReplica())).toEqual(inbox);
    });

    it('read the snapshot if the entries that they did not read were compacted', async () => {
      const replica2 = await openReplica();
      const countUsers = (store: Store) => store.read(WORKSPACE, (view) => view.countUsers());
      expect(await countUsers(replica2)).toBe(3);
      // Eight writes of 0.9 MB add two users. The first five entries exceed 4 MiB, so they are compacted.
      const large = { personalInformation: { firstName: 'x'.repeat(900_000) } };
      for (let index = 0; index < 8; index += 1) {
        await replica1.write(WORKSPACE, (unit) =>
          unit.putUser(createUser(`large-${index % 2}`, large)),
        );
      }
      await replica1.close();
      expect(await countEntries()).toBe(3);
      expect(await countUsers(replica2)).toBe(5);
      await replica2.write(WORKSPACE, (unit) => unit.putUser(createUser('after')));
      expect(await countUsers(await openReplica())).toBe(6);
    });

    it('apply a write to the current state, even if the replica has stale state', async () => {
      const replica2 = await openReplica();
      const staleWorkspace = await replica2.open(WORKSPACE);
      await replica1.write(WORKSPACE, (unit) => unit.putIdentity('wallet:1', 'u0'));
      const owner = await replica2.write(staleWorkspace, async (unit) => {
        await unit.putUser(createUser('second'));
        return unit.findUserIdByIdentity('wallet:1');
      });
      expect(owner).toBe('u0');
    });

    it.each(['before', 'after'] as const)(
      'write exactly once if the connection breaks just %s a commit',
      async (moment) => {
        const proxy = await startCuttingProxy(storeUrl);
        const replica2 = await openReplica(proxy.store);
        await replica2.write(WORKSPACE, (unit) => unit.takeDrawNumber('warm', 'up'));
        proxy.cutAtCommit(moment);
        // `takeDrawNumber` returns the number of earlier draws.
        expect(await replica2.write(WORKSPACE, (unit) => unit.takeDrawNumber('otp', 'a'))).toBe(0);
        expect(proxy.hasSeenCommit()).toBe(true);
        expect(await replica1.write(WORKSPACE, (unit) => unit.takeDrawNumber('otp', 'a'))).toBe(1);
        await replica2.close();
        await proxy.close();
      },
    );

    it('report an unknown outcome if the connection breaks after a commit and stays broken', async () => {
      const proxy = await startCuttingProxy(storeUrl);
      const replica2 = await openReplica(proxy.store);
      proxy.cutAtCommit('after', 'unreachable');
      const write = replica2.write(WORKSPACE, (unit) => unit.takeDrawNumber('otp', 'a'));
      const rejected = expect(write).rejects.toThrow('The change may have been saved');
      while (!proxy.hasSeenCommit()) await new Promise((resolve) => setImmediate(resolve));
      // Ends the retries of replica2.
      clock.advance(60_000);
      await rejected;
      const nextWrite = replica2.write(WORKSPACE, (unit) => unit.takeDrawNumber('otp', 'a'));
      await expect(nextWrite).rejects.toThrow('Nothing was changed');
      await replica2.close();
      await proxy.close();
    });

    async function countEntries(): Promise<number> {
      const { client, schema } = await connectToSchema(storeUrl);
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from "${schema}".entries where workspace like '%.default.%'`,
      );
      await client.end();
      return Number(rows[0]?.count);
    }
  });

  /** Returns the whole state of the workspace, read through one replica. */
  function readAll(store: Store): Promise<unknown> {
    const indexes = Array.from({ length: 8 }, (_, index) => index);
    return store.read(WORKSPACE, async (view) => ({
      runtime: await view.getRuntime(),
      users: await view.listUsers(0, 1000),
      inbox: await view.listInbox(),
      faults: view.faults,
      histories: await Promise.all(['u0', 'u1', 'u2'].map((id) => view.get('changeHistories', id))),
      identities: await Promise.all(
        indexes.map((index) => view.findUserIdByIdentity(`email:u${index}`)),
      ),
      usablePasswords: await Promise.all(
        indexes.map((index) => view.listOneTimePasswords('app', 'sms', `phone:${index}`)),
      ),
    }));
  }

  async function writeRandomChange(unit: UnitOfWork, random: Random): Promise<void> {
    const index = random(8);
    switch (random(12)) {
      case 0:
        return unit.putUser(createUser(`m${random(40)}`, { flags: [`K${random(9)}`] }));
      case 1:
        return unit.putUser(createUser(`u${random(3)}`, { flags: [`K${random(9)}`] }));
      case 2:
        return unit.putIdentity(`email:u${index}`, random(3) === 0 ? null : `m${random(40)}`);
      case 3:
      case 4: {
        const expiresAt = unit.now + random(9_000_000);
        const slot = { challenge: `c${random(99)}`, variant: 'type', expiresAt } as const;
        return unit.putChallenges('app', `w${random(12)}`, random(3) === 0 ? [] : [slot]);
      }
      case 5: {
        const id = random(60);
        const password = createOtp(`o${id}`, { identity: `phone:${id % 8}` });
        return unit.put('oneTimePasswords', `o${id}`, password);
      }
      case 6:
        return unit.put('sends', `s${index}`, [random(99)]);
      case 7: {
        const expiresAt = unit.now + random(9_000_000);
        const session = { id: `s${random(30)}`, userId: 'u0', clientId: 'app', expiresAt };
        return unit.put('sessions', session.id, session);
      }
      case 8:
        await unit.takeDrawNumber('otp', `x${index}`);
        return unit.put('lastUsers', 'app', `u${random(3)}`);
      case 9: {
        const user = createUser(`u${random(3)}`, { flags: [`K${random(9)}`] });
        const change = { operation: 'updateUser', at: unit.now, before: user } as const;
        const history = { after: user, changes: [change] };
        return unit.put('changeHistories', user.id, random(3) === 0 ? null : history);
      }
      case 10:
        if (random(4) === 0) return unit.clearInbox();
        return unit.put('clock', ONLY_KEY, { state: 'running', offset: index });
      default:
        return unit.put('faults', ONLY_KEY, [
          { id: 'f', match: {}, effect: {}, probability: 1, hits: index },
        ]);
    }
  }
});
