import { ONLY_KEY } from '../../src/store/parts.ts';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { createSteppingClock } from '../setup/stepping-clock.ts';
import type { SteppingClock } from '../setup/stepping-clock.ts';
import { systemFiles } from '../../src/ports/files.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { OneTimePassword } from '../../src/domain/records.ts';
import type { Store, UnitOfWork } from '../../src/store/store.ts';
import { isLong } from '../setup/test-length.ts';
import { createBase, createUser } from './bases.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { describeWithPostgres } from './postgres-server.ts';
import { describeEngine } from './suite.ts';

const WS = 'default';
const START = Date.parse('2026-01-01T00:00:00.000Z');
const options = { pauses: systemPauses, files: systemFiles, log: silentLog } as const;
const tenancy = { permanent: WS, limit: Infinity, idleTimeout: null };

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  describeEngine({
    name: 'PostgreSQL',
    lasts: 'forGood',
    many: 'inLongForm',
    async createPlace() {
      const store = server.createStore();
      return {
        open: (clock, tenancy) => openStore(store, { ...options, clock, tenancy }),
        remove: () => server.remove(store),
      };
    },
  });

  describe('replicas on one database', () => {
    let clock: SteppingClock;
    let place: string;
    let open: Store[];
    beforeEach(async () => {
      clock = createSteppingClock(START);
      place = server.createStore();
      open = [];
      const first = await openReplica();
      await first.create({ name: WS, seed: 1, dialect: defaultDialect, base: createBase(3) });
    });
    afterEach(async () => {
      for (const store of open) await store.close();
      await server.remove(place);
    });

    async function openReplica(at = place): Promise<Store> {
      const store = await openStore(at, { ...options, clock, tenancy });
      open.push(store);
      return store;
    }

    it('converge after any mixture of writes, including a replica that starts later', async () => {
      const [one, other] = [open[0]!, await openReplica()];
      let dice = 7;
      const next = (below: number) => {
        dice = (Math.imul(dice, 1_103_515_245) + 12_345) >>> 0;
        return (dice >>> 8) % below;
      };
      for (let round = 0; round < 150; round += 1) {
        await (next(2) === 0 ? one : other).write(WS, async (unit) => {
          for (let step = next(4); step >= 0; step -= 1) await makeRandomChange(unit, next);
        });
        clock.advance(next(600_000));
        if (next(5) === 0) await one.read(WS, async (view) => view.now);
      }
      const third = await openReplica();
      const [first, ...others] = await Promise.all([one, other, third].map(readAll));
      for (const each of others) expect(each).toEqual(first);
    });

    it.runIf(isLong)('keep the same newest entries of bounded lists', async () => {
      const [one, other] = [open[0]!, await openReplica()];
      const send = (store: Store, from: number, to: number) =>
        store.write(WS, async (unit) => {
          for (let at = from; at < to; at += 1)
            await unit.put('oneTimePasswords', `o${at}`, createOtp(`o${at}`));
        });
      const readInbox = (store: Store) =>
        store.read(WS, async (view) => (await view.inbox()).map(({ id }) => id));
      await send(one, 0, 9990);
      expect((await readInbox(other)).length).toBe(9990);
      await send(other, 9990, 10_020);
      await send(one, 10_020, 10_030);
      const [first, ...others] = await Promise.all(
        [one, other, await openReplica()].map(readInbox),
      );
      expect([first?.length, first?.[0]]).toEqual([10_000, 'o30']);
      for (const each of others) expect(each).toEqual(first);
    });

    it('read the snapshot if the missing entries were compacted', async () => {
      const [one, other] = [open[0]!, await openReplica()];
      expect(await other.read(WS, (view) => view.userCount())).toBe(3);
      const large = { personalInformation: { firstName: 'x'.repeat(900_000) } };
      for (let at = 0; at < 8; at += 1) {
        await one.write(WS, (unit) => unit.putUser(createUser(`large-${at % 2}`, large)));
      }
      await one.close();
      expect(await countEntries(place)).toBeLessThan(8);
      expect(await other.read(WS, (view) => view.userCount())).toBe(5);
      await other.write(WS, (unit) => unit.putUser(createUser('after')));
      expect(await (await openReplica()).read(WS, (view) => view.userCount())).toBe(6);
    });

    it('lose no write that is based on stale state', async () => {
      const [one, other] = [open[0]!, await openReplica()];
      await Promise.all([one, other].map((store) => store.open(WS)));
      const held = await other.open(WS);
      await one.write(WS, (unit) => unit.putIdentity('wallet:1', 'u0'));
      const taken = await other.write(held, (unit) => unit.userIdByIdentity('wallet:1'));
      const again = await other.write(held, async (unit) => {
        await unit.putUser(createUser('second'));
        return unit.userIdByIdentity('wallet:1');
      });
      expect([taken ?? 'u0', again]).toEqual(['u0', 'u0']);
    });

    it.each(['before', 'after'] as const)(
      'write exactly once if the connection breaks just %s a commit',
      async (moment) => {
        const proxy = await startCuttingProxy(place);
        const cut = await openReplica(proxy.store);
        await cut.write(WS, (unit) => unit.countDraw('warm', 'up'));
        proxy.cutAtCommit(moment);
        expect(await cut.write(WS, (unit) => unit.countDraw('otp', 'a'))).toBe(0);
        expect(proxy.hasCut()).toBe(true);
        expect(await open[0]!.write(WS, (unit) => unit.countDraw('otp', 'a'))).toBe(1);
        await cut.close();
        await proxy.close();
      },
    );

    it('report an unknown outcome if the connection breaks after a commit and stays broken', async () => {
      const proxy = await startCuttingProxy(place);
      const cut = await openReplica(proxy.store);
      proxy.cutAtCommit('after', 'gone');
      const write = cut.write(WS, (unit) => unit.countDraw('otp', 'a'));
      const ended = expect(write).rejects.toThrow('The change may have been saved');
      while (!proxy.hasCut()) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(60_000);
      await ended;
      const next = cut.write(WS, (unit) => unit.countDraw('otp', 'a'));
      await expect(next).rejects.toThrow('Nothing was changed');
      await cut.close();
      await proxy.close();
    });

    async function countEntries(store: string): Promise<number> {
      const url = new URL(store);
      const schema = url.searchParams.get('schema') ?? '';
      url.searchParams.delete('schema');
      const client = new Client(url.href);
      await client.connect();
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from "${schema}".entries where workspace like 'default.%'`,
      );
      await client.end();
      return Number(rows[0]?.count);
    }
  });

  /** The whole state of the workspace, as a replica sees it. */
  function readAll(store: Store): Promise<unknown> {
    return store.read(WS, async (view) => ({
      runtime: await view.runtime(),
      users: await view.users(0, 1000),
      inbox: await view.inbox(),
      faults: view.faults,
      histories: await Promise.all(['u0', 'u1', 'u2'].map((id) => view.get('changeHistories', id))),
      identities: await Promise.all(
        Array.from({ length: 8 }, (_, at) => view.userIdByIdentity(`email:u${at}`)),
      ),
      answerable: await Promise.all(
        Array.from({ length: 8 }, (_, at) => view.oneTimePasswords('app', 'sms', `phone:${at}`)),
      ),
    }));
  }

  async function makeRandomChange(
    unit: UnitOfWork,
    next: (below: number) => number,
  ): Promise<void> {
    const at = next(8);
    switch (next(12)) {
      case 0:
        return unit.putUser(createUser(`m${next(40)}`, { flags: [`K${next(9)}`] }));
      case 1:
        return unit.putUser(createUser(`u${next(3)}`, { flags: [`K${next(9)}`] }));
      case 2:
        return unit.putIdentity(`email:u${at}`, next(3) === 0 ? null : `m${next(40)}`);
      case 3:
      case 4: {
        const expiresAt = unit.now + next(9_000_000);
        const slot = { challenge: `c${next(99)}`, variant: 'type', expiresAt } as const;
        return unit.putChallenges('app', `w${next(12)}`, next(3) === 0 ? [] : [slot]);
      }
      case 5: {
        const id = next(60);
        return unit.put(
          'oneTimePasswords',
          `o${id}`,
          createOtp(`o${id}`, { identity: `phone:${id % 8}` }),
        );
      }
      case 6:
        return unit.put('sends', `s${at}`, [next(99)]);
      case 7: {
        const expiresAt = unit.now + next(9_000_000);
        return unit.put('sessions', `s${next(30)}`, {
          id: `s${next(30)}`,
          userId: 'u0',
          clientId: 'app',
          expiresAt,
        });
      }
      case 8:
        await unit.countDraw('otp', `x${at}`);
        return unit.put('lastUsers', 'app', `u${next(3)}`);
      case 9: {
        const user = createUser(`u${next(3)}`, { flags: [`K${next(9)}`] });
        const change = { operation: 'updateUser', at: unit.now, before: user } as const;
        const history = { after: user, changes: [change] };
        return unit.put('changeHistories', user.id, next(3) === 0 ? null : history);
      }
      case 10:
        return next(4) === 0
          ? unit.clearInbox()
          : unit.put('clock', ONLY_KEY, { state: 'running', offset: at });
      default:
        return unit.put('faults', ONLY_KEY, [
          { id: 'f', match: {}, effect: {}, probability: 1, hits: at },
        ]);
    }
  }

  function createOtp(id: string, given: Partial<OneTimePassword> = {}): OneTimePassword {
    return {
      ...{ id, channel: 'sms', destination: '+1', identity: 'phone:+1', recordId: 'record' },
      ...{ clientId: 'app', code: '123456', sentAt: START, expiresAt: START + 600_000 },
      ...{ wrongTries: 0, state: 'pending', addsTo: null },
      ...given,
    };
  }
});
