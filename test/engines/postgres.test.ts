import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { steppingClock, systemClock } from '../../src/ports/clock.ts';
import type { SteppingClock } from '../../src/ports/clock.ts';
import { systemFiles } from '../../src/ports/files.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { aesSealings } from '../../src/ports/sealing.ts';
import { Database } from '../../src/store/postgres/database.ts';
import { DatabaseSeal } from '../../src/store/postgres/database-seal.ts';
import { postgresStore } from '../../src/store/postgres/postgres.ts';
import { SealedRows } from '../../src/store/postgres/sealed-rows.ts';
import { serverAddress } from '../../src/store/postgres/server-address.ts';
import { Overtaken } from '../../src/store/postgres/trouble.ts';
import { forgetMarks, lockWorkspace, writeRows } from '../../src/store/postgres/workspace-rows.ts';
import type { OneTimePassword } from '../../src/store/state.ts';
import type { Store, UnitOfWork } from '../../src/store/store.ts';
import { isLong } from '../length.ts';
import { baseOf, madeUser } from './bases.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { describeWithPostgres } from './postgres-server.ts';
import { describeEngine } from './suite.ts';

const WS = 'default';
const START = Date.parse('2026-01-01T00:00:00.000Z');
const options = {
  ...{ pauses: systemPauses, files: systemFiles, log: silentLog, sealings: aesSealings },
  // Bytes that were drawn need no stretching, which takes its time at each start.
  key: { kind: 'text', text: aesSealings.newKey() },
} as const;
const tenancy = { permanent: WS, limit: Infinity, unusedFor: null };

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  describeEngine({
    name: 'PostgreSQL',
    lasts: 'forGood',
    many: 'inLongForm',
    async place() {
      const store = server.freshStore();
      return {
        open: (clock, tenancy) => postgresStore(store, { ...options, clock, tenancy }),
        remove: () => server.remove(store),
      };
    },
  });

  describe('replicas on one database', () => {
    let clock: SteppingClock;
    let place: string;
    let open: Store[];
    beforeEach(async () => {
      clock = steppingClock(START);
      place = server.freshStore();
      open = [];
      const first = await replica();
      await first.create({ name: WS, seed: 1, dialect: defaultDialect, base: baseOf(3) });
    });
    afterEach(async () => {
      for (const store of open) await store.close();
      await server.remove(place);
    });

    async function replica(at = place): Promise<Store> {
      const store = await postgresStore(at, { ...options, clock, tenancy });
      open.push(store);
      return store;
    }

    it('see the same after any mixture of writes, as does one that starts later', async () => {
      const [one, other] = [open[0]!, await replica()];
      let dice = 7;
      const next = (below: number) => {
        dice = (Math.imul(dice, 1_103_515_245) + 12_345) >>> 0;
        return (dice >>> 8) % below;
      };
      for (let round = 0; round < 150; round += 1) {
        await (next(2) === 0 ? one : other).write(WS, async (unit) => {
          for (let step = next(4); step >= 0; step -= 1) await anyChange(unit, next);
        });
        clock.advance(next(600_000));
        if (next(5) === 0) await one.read(WS, async (view) => view.now);
      }
      const third = await replica();
      const [first, ...others] = await Promise.all([one, other, third].map(allOf));
      for (const each of others) expect(each).toEqual(first);
    });

    it.runIf(isLong)('keep the same newest of what is bounded', async () => {
      const [one, other] = [open[0]!, await replica()];
      const send = (store: Store, from: number, to: number) =>
        store.write(WS, async (unit) => {
          for (let at = from; at < to; at += 1) await unit.putOneTimePassword(otp(`o${at}`));
        });
      const inbox = (store: Store) =>
        store.read(WS, async (view) => (await view.inbox(undefined)).map(({ id }) => id));
      await send(one, 0, 9990);
      expect((await inbox(other)).length).toBe(9990);
      await send(other, 9990, 10_020);
      await send(one, 10_020, 10_030);
      const [first, ...others] = await Promise.all([one, other, await replica()].map(inbox));
      expect([first?.length, first?.[0]]).toEqual([10_000, 'o30']);
      for (const each of others) expect(each).toEqual(first);
    });

    it('read anew when the marks of what is gone are forgotten', async () => {
      const [one, other] = [open[0]!, await replica()];
      const slot = [{ challenge: 'c', variant: 'network', expiresAt: START + 9 }] as const;
      await one.write(WS, (unit) => unit.putChallenges('app', 'w', slot));
      expect(await other.read(WS, (view) => view.challenges('app', 'w'))).toHaveLength(1);
      await one.write(WS, (unit) => unit.putChallenges('app', 'w', []));
      await one.write(WS, (unit) => unit.putUser(madeUser('later')));
      await onDatabase(async (database) => {
        await database.sql.transaction().execute(async (tx) => {
          const row = await lockWorkspace(tx, WS);
          await forgetMarks(tx, { incarnation: row!.incarnation, upTo: 2 });
        });
        const { rows } = await database.sql
          .selectFrom('changes')
          .where('part', '=', 'challenges')
          .selectAll()
          .execute()
          .then((found) => ({ rows: found }));
        expect(rows).toEqual([]);
      });
      expect(await other.read(WS, (view) => view.challenges('app', 'w'))).toEqual([]);
    });

    it('are stopped by the keys of the tables, should two ever write from the same state', async () => {
      await open[0]!.write(WS, (unit) => unit.putIdentity('wallet:1', 'u0'));
      const row = {
        ...({ part: 'userIdByIdentity', key: 'wallet:1', value: ['u1'] } as const),
        ...{ place: null, lasting: false },
      };
      await onDatabase(async (database) => {
        const stale = database.sql.transaction().execute(async (tx) => {
          const found = await lockWorkspace(tx, WS);
          const seal = new DatabaseSeal(serverAddress(place), options);
          const sealed = new SealedRows(await seal.open(tx));
          const told = { sealed, channel: 'nobody', announcement: { name: WS } };
          const at = { ...found!, seen: found!.version - 1 };
          return writeRows(tx, at, [row], told);
        });
        await expect(stale).rejects.toBeInstanceOf(Overtaken);
      });
      expect(await open[0]!.read(WS, (view) => view.userIdByIdentity('wallet:1'))).toBe('u0');
    });

    it.each(['before', 'after'] as const)(
      'write once when the connection breaks just %s a commit',
      async (moment) => {
        const proxy = await cuttingProxy(place);
        const cut = await replica(proxy.store);
        await cut.write(WS, (unit) => unit.countDraw('warm', 'up'));
        proxy.cutAtCommit(moment);
        expect(await cut.write(WS, (unit) => unit.countDraw('otp', 'a'))).toBe(0);
        expect(proxy.hasCut()).toBe(true);
        expect(await open[0]!.write(WS, (unit) => unit.countDraw('otp', 'a'))).toBe(1);
        await cut.close();
        await proxy.close();
      },
    );

    it('say that they do not know when it breaks after a commit, and stays broken', async () => {
      const proxy = await cuttingProxy(place);
      const cut = await replica(proxy.store);
      proxy.cutAtCommit('after', 'gone');
      const write = cut.write(WS, (unit) => unit.countDraw('otp', 'a'));
      const ended = expect(write).rejects.toThrow('Whether it was changed is not known');
      while (!proxy.hasCut()) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(60_000);
      await ended;
      const next = cut.write(WS, (unit) => unit.countDraw('otp', 'a'));
      await expect(next).rejects.toThrow('Nothing was changed');
      await cut.close();
      await proxy.close();
    });

    async function onDatabase(work: (database: Database) => Promise<void>): Promise<void> {
      const options = { clock: systemClock, pauses: systemPauses };
      const database = new Database(serverAddress(place), options);
      await work(database);
      await database.close();
    }
  });

  /** All that a replica can tell of the workspace. */
  function allOf(store: Store): Promise<unknown> {
    return store.read(WS, async (view) => ({
      runtime: await view.runtime(),
      users: await view.users(0, 1000),
      inbox: await view.inbox(undefined),
      faults: view.faults,
      histories: await Promise.all(['u0', 'u1', 'u2'].map((id) => view.changeHistory(id))),
      identities: await Promise.all(
        Array.from({ length: 8 }, (_, at) => view.userIdByIdentity(`email:u${at}`)),
      ),
      answerable: await Promise.all(
        Array.from({ length: 8 }, (_, at) => view.oneTimePasswords('app', 'sms', `phone:${at}`)),
      ),
    }));
  }

  async function anyChange(unit: UnitOfWork, next: (below: number) => number): Promise<void> {
    const at = next(8);
    switch (next(12)) {
      case 0:
        return unit.putUser(madeUser(`m${next(40)}`, { flags: [`K${next(9)}`] }));
      case 1:
        return unit.putUser(madeUser(`u${next(3)}`, { flags: [`K${next(9)}`] }));
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
        return unit.putOneTimePassword(otp(`o${id}`, { identity: `phone:${id % 8}` }));
      }
      case 6:
        return unit.putSends(`s${at}`, [next(99)]);
      case 7: {
        const expiresAt = unit.now + next(9_000_000);
        return unit.putSession({ id: `s${next(30)}`, userId: 'u0', clientId: 'app', expiresAt });
      }
      case 8:
        await unit.countDraw('otp', `x${at}`);
        return unit.putLastUserOf('app', `u${next(3)}`);
      case 9: {
        const user = madeUser(`u${next(3)}`, { flags: [`K${next(9)}`] });
        const change = { operation: 'updateUser', at: unit.now, before: user } as const;
        const history = { after: user, changes: [change] };
        return unit.putChangeHistory(user.id, next(3) === 0 ? null : history);
      }
      case 10:
        return next(4) === 0 ? unit.emptyInbox() : unit.putClock({ state: 'running', offset: at });
      default:
        return unit.putFaults([{ id: 'f', match: {}, effect: {}, probability: 1, hits: at }]);
    }
  }

  function otp(id: string, given: Partial<OneTimePassword> = {}): OneTimePassword {
    return {
      ...{ id, channel: 'sms', destination: '+1', identity: 'phone:+1', recordId: 'record' },
      ...{ clientId: 'app', code: '123456', sentAt: START, expiresAt: START + 600_000 },
      ...{ wrongTries: 0, state: 'pending', addsTo: null },
      ...given,
    };
  }
});
