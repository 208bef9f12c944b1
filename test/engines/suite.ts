/** The test suite of stores. Test files of this folder run it once per storage engine. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { createSteppingClock } from '../setup/stepping-clock.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { SteppingClock } from '../setup/stepping-clock.ts';
import type { KycStatus } from '../../src/contract/types.ts';
import type { ChangeHistory, User } from '../../src/domain/records.ts';
import type { Fault } from '../../src/contract/control-types.ts';
import { ONLY_KEY } from '../../src/store/parts.ts';
import { UnknownWorkspace, WorkspaceExists, WorkspaceReset } from '../../src/store/store.ts';
import type { Store, WorkspaceLimits } from '../../src/store/store.ts';
import { isLong } from '../setup/test-length.ts';
import {
  createBase,
  createOtp,
  createSeededUser,
  createSettings,
  toBaseFields,
  createUser,
  NO_LIMITS,
  START,
  WORKSPACE,
} from './bases.ts';

export interface TestedEngine {
  readonly name: string;
  /** Whether data exists after the store is closed. */
  readonly isDurable: boolean;
  /** Whether tests with thousands of changes run only in a long run. */
  readonly isSlow: boolean;
  /** Creates the location of an empty store, which is not open yet. */
  createLocation(): Promise<StoreLocation>;
}

interface StoreLocation {
  open(clock: Clock, workspaceLimits: WorkspaceLimits): Promise<Store>;
  remove(): Promise<void>;
}

export function describeEngine({ name, isDurable, isSlow, createLocation }: TestedEngine): void {
  describe(name, () => {
    const itIfFast = it.runIf(isLong || !isSlow);
    let clock: SteppingClock;
    let store: Store;
    let location: StoreLocation;
    const locations: StoreLocation[] = [];

    beforeEach(async () => {
      clock = createSteppingClock(START);
      location = await createTestLocation();
      store = await location.open(clock, NO_LIMITS);
      await createWorkspace(WORKSPACE, createBase(3));
    });
    afterEach(async () => {
      await store.close();
      for (const usedLocation of locations.splice(0)) await usedLocation.remove();
    });

    async function createTestLocation(): Promise<StoreLocation> {
      const newLocation = await createLocation();
      locations.push(newLocation);
      return newLocation;
    }
    const openEmptyStore = async (workspaceLimits = NO_LIMITS) =>
      (await createTestLocation()).open(clock, workspaceLimits);
    const createWorkspace = (workspace: string, base = createBase(3), seed = 1) =>
      store.create({ name: workspace, seed, dialect: defaultDialect, base });
    const readUserIds = (workspace = WORKSPACE) =>
      store.read(workspace, async (view) => (await view.listUsers(0, 1000)).map(({ id }) => id));

    describe('startup', () => {
      it('creates the permanent workspace in an empty store', async () => {
        const emptyStore = await openEmptyStore();
        expect(await emptyStore.readSettings()).toBeUndefined();
        const settings = createSettings({ clockStart: START + 5 });
        expect(await emptyStore.initialize(settings)).toBe(settings);
        expect(await emptyStore.readSettings()).toMatchObject({ seed: 1, clockStart: START + 5 });
        expect(await emptyStore.read(WORKSPACE, async (view) => view.now)).toBe(START + 5);
        await emptyStore.close();
      });

      it('keeps the settings of the first of several concurrent initializations', async () => {
        const emptyStore = await openEmptyStore();
        const settings = await Promise.all(
          [1, 2, 3].map((seed) => emptyStore.initialize(createSettings({ seed }))),
        );
        expect(new Set(settings.map(({ seed }) => seed)).size).toBe(1);
        expect(await emptyStore.initialize(createSettings({ seed: 4 }))).toEqual(settings[0]);
        await emptyStore.close();
      });

      it('accepts another base for the permanent workspace', async () => {
        const emptyStore = await openEmptyStore();
        await emptyStore.initialize(createSettings());
        await emptyStore.replaceBase(createBase(1));
        expect((await emptyStore.readSettings())?.base.userIds).toEqual(['u0']);
        expect(await emptyStore.read(WORKSPACE, (view) => view.countUsers())).toBe(1);
        await emptyStore.close();
      });

      it('has no settings and workspaces after the store is cleared', async () => {
        const emptyStore = await openEmptyStore();
        await emptyStore.initialize(createSettings());
        await emptyStore.fork(WORKSPACE, 'fork');
        await emptyStore.clear();
        expect(await emptyStore.readSettings()).toBeUndefined();
        expect(await emptyStore.listNames()).toEqual([]);
        expect(await emptyStore.initialize(createSettings({ seed: 9 }))).toMatchObject({ seed: 9 });
        await emptyStore.close();
      });

      it('reports that the store is writable', async () => {
        expect(await store.checkHealth()).toMatchObject({ status: 'ok' });
      });
    });

    describe.runIf(isDurable)('a store that is opened again', () => {
      const reopen = async (): Promise<void> => {
        await store.close();
        store = await location.open(clock, NO_LIMITS);
      };

      it('has all its data and accepts further writes', async () => {
        await store.write(WORKSPACE, async (unit) => {
          await unit.putUser(createUser('new', { flags: ['K1001'] }));
          await unit.putUser({ ...createUser('u1'), kyc: 'DECLINED' });
          await unit.put('changeHistories', 'u1', createHistory(createUser('u1'), 'DECLINED'));
          await unit.putIdentity('email:u0', null);
          await unit.putIdentity('wallet:1', 'new');
          await unit.put('lastUsers', 'app', 'u1');
          await unit.put('sessions', 's', createSession('s', START + 9));
          await unit.putChallenges('a:p', '2:wallet', [createChallenge('c'), createChallenge('d')]);
          await unit.put(
            'oneTimePasswords',
            'o',
            createOtp('o', { state: 'used', wrongAttempts: 2 }),
          );
          await unit.clearInbox();
          await unit.put('oneTimePasswords', 'p', createOtp('p'));
          await unit.put('sends', 'x', [1, 2]);
          await unit.ensureSigningKey(createSigningKey('k'));
          await unit.put('faults', ONLY_KEY, [createFault('f', 3)]);
          await unit.put('chaos', ONLY_KEY, {
            ...unit.chaos,
            consecutiveCounts: { getUser: 2 },
            isPhraseIssued: true,
          });
          await unit.put('clock', ONLY_KEY, { state: 'frozen', at: START + 5 });
          await unit.takeDrawNumber('user', 'x');
        });
        await store.fork(WORKSPACE, 'fork');
        await createWorkspace('second', createBase(1), 77);
        await store.delete('fork');
        const readAll = async () => ({
          names: await store.listNames(),
          second: await store.read('second', async (view) => view.scope),
          default: await store.read(WORKSPACE, async (view) => ({
            users: await view.listUsers(0, 10),
            identities: await Promise.all(
              ['email:u0', 'email:u1', 'wallet:1'].map((id) => view.findUserIdByIdentity(id)),
            ),
            runtime: await view.getRuntime(),
            inbox: await view.listInbox(),
            passwords: await view.listOneTimePasswords('app', 'sms', 'phone:+1'),
            session: await view.get('sessions', 's'),
            history: await view.get('changeHistories', 'u1'),
            faults: view.faults,
            chaos: view.chaos,
            clock: view.clock,
            now: view.now,
            settings: view.settings,
          })),
        });
        const before = await readAll();
        clock.advance(1000);
        await reopen();
        expect(await readAll()).toEqual(before);
        expect(await store.write(WORKSPACE, (unit) => unit.takeDrawNumber('user', 'x'))).toBe(1);
      });

      it('has the settings that it was initialized with', async () => {
        const scenario = ['./a.yaml', 'empty'];
        const settings = createSettings({ scenario, clockStart: undefined, chaos: 'high' });
        await store.clear();
        await store.initialize(settings);
        await reopen();
        expect(await store.readSettings()).toEqual(settings);
        expect(await store.initialize({ ...settings, seed: 6 })).toEqual(settings);
      });

      it('has the base of a snapshot with the original times of its users', async () => {
        await store.write(WORKSPACE, (unit) => unit.put('oneTimePasswords', 'o', createOtp('o')));
        const runtime = await store.read(WORKSPACE, (view) => view.getRuntime());
        await createWorkspace('snapshot', createBase(2, toBaseFields(runtime)));
        const readAll = () =>
          store.read('snapshot', async (view) => [
            await view.getRuntime(),
            await view.listUsers(0, 9),
            view.base,
          ]);
        const before = await readAll();
        clock.advance(1000);
        await reopen();
        // The runtime contains the current time, so both reads must be at the same time.
        clock.advance(-1000);
        expect(await readAll()).toEqual(before);
        await store.reset('snapshot');
        expect(await store.read('snapshot', (view) => view.getRuntime())).toEqual(runtime);
      });

      it('never reuses a generation number', async () => {
        await createWorkspace('last');
        const { generation } = await store.open('last');
        await store.delete('last');
        await reopen();
        await createWorkspace('last');
        expect((await store.open('last')).generation).toBeGreaterThan(generation);
      });

      it('preserves any text and the order of creation', async () => {
        const unusual = 'नमस्ते \u{1F600} \u0000 "\\ __proto__ \u2028 \uD800';
        await store.write(WORKSPACE, async (unit) => {
          for (const id of ['z', '10', '9', unusual]) {
            await unit.putUser(createUser(id, { personalInformation: { firstName: unusual } }));
            await unit.putIdentity(`email:${id}`, id);
          }
        });
        await reopen();
        expect(await readUserIds()).toEqual(['u0', 'u1', 'u2', 'z', '10', '9', unusual]);
        expect(
          await store.read(WORKSPACE, (view) => view.findUserIdByIdentity(`email:${unusual}`)),
        ).toBe(unusual);
      });

      it('shares a dialect between its workspaces', async () => {
        await createWorkspace('second');
        await reopen();
        const { settings } = await store.open(WORKSPACE);
        expect((await store.open('second')).settings.dialect).toBe(settings.dialect);
        // `load` accepts only the dialect object of the workspace.
        await expect(
          store.load('second', createBase(1), settings.dialect),
        ).resolves.toBeUndefined();
      });

      it('is empty after it was cleared', async () => {
        await store.clear();
        await reopen();
        expect([await store.listNames(), await store.readSettings()]).toEqual([[], undefined]);
      });
    });

    describe('workspaces', () => {
      it('are listed in order of creation', async () => {
        await createWorkspace('b');
        await createWorkspace('a');
        expect(await store.listNames()).toEqual([WORKSPACE, 'b', 'a']);
      });

      it('are created once per name, even by two concurrent requests', async () => {
        const results = await Promise.allSettled([
          createWorkspace('twin'),
          createWorkspace('twin'),
        ]);
        expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        await expect(createWorkspace('twin')).rejects.toBeInstanceOf(WorkspaceExists);
      });

      it('reject all operations if unknown or deleted', async () => {
        await createWorkspace('deleted');
        await store.delete('deleted');
        for (const workspace of ['deleted', 'unknown']) {
          const operations = [
            () => store.read(workspace, async () => 1),
            () => store.write(workspace, async () => 1),
            () => store.reset(workspace),
            () => store.fork(workspace, 'x'),
            () => store.delete(workspace),
            () => store.watch(workspace, AbortSignal.abort()),
          ];
          for (const operation of operations) {
            await expect(operation()).rejects.toBeInstanceOf(UnknownWorkspace);
          }
        }
        expect(await store.listNames()).not.toContain('deleted');
      });

      it('are forked with their current state and are independent afterwards', async () => {
        await store.write(WORKSPACE, (unit) => unit.putUser(createUser('before')));
        await store.fork(WORKSPACE, 'fork');
        await store.write(WORKSPACE, (unit) => unit.putUser(createUser('origin')));
        await store.write('fork', (unit) => unit.putUser(createUser('forked')));
        expect(await readUserIds()).toEqual(['u0', 'u1', 'u2', 'before', 'origin']);
        expect(await readUserIds('fork')).toEqual(['u0', 'u1', 'u2', 'before', 'forked']);
        await expect(store.fork(WORKSPACE, 'fork')).rejects.toBeInstanceOf(WorkspaceExists);
      });

      it('are forked with their undo history, which is independent afterwards', async () => {
        const history = createHistory(createUser('u1'), 'DECLINED');
        await store.write(WORKSPACE, (unit) => unit.put('changeHistories', 'u1', history));
        await store.fork(WORKSPACE, 'fork');
        await store.write('fork', (unit) => unit.put('changeHistories', 'u1', null));
        const readHistory = (workspace: string) =>
          store.read(workspace, (view) => view.get('changeHistories', 'u1'));
        expect(await readHistory(WORKSPACE)).toEqual(history);
        expect(await readHistory('fork')).toBeUndefined();
      });

      it('drop the undo history of the least recently changed users', async () => {
        // One more than a workspace keeps.
        const ids = Array.from({ length: 201 }, (_, index) => `changed-${index}`);
        await store.write(WORKSPACE, async (unit) => {
          for (const id of ids) {
            await unit.put('changeHistories', id, createHistory(createUser(id), 'APPROVED'));
          }
        });
        const readHistory = (id: string) =>
          store.read(WORKSPACE, (view) => view.get('changeHistories', id));
        expect(await readHistory('changed-0')).toBeUndefined();
        expect(await readHistory('changed-1')).toBeDefined();
        expect(await readHistory('changed-200')).toBeDefined();
      });

      it('discard all changes at a reset', async () => {
        await store.write(WORKSPACE, async (unit) => {
          await unit.putUser(createUser('new'));
          await unit.putIdentity('email:u1', null);
          await unit.put('changeHistories', 'u1', createHistory(createUser('u1'), 'APPROVED'));
          await unit.put('lastUsers', 'app', 'u1');
          await unit.put('sessions', 's', createSession('s', START + 1));
          await unit.putChallenges('app', 'wallet:1', [createChallenge('c')]);
          await unit.put('oneTimePasswords', 'o', createOtp('o'));
          await unit.put('sends', 'x', [1]);
          await unit.ensureSigningKey(createSigningKey('k'));
          await unit.put('faults', ONLY_KEY, [createFault('f')]);
          await unit.put('clock', ONLY_KEY, { state: 'frozen', at: START + 5 });
          await unit.takeDrawNumber('user', 'x');
        });
        await store.reset(WORKSPACE);
        expect(await readUserIds()).toEqual(['u0', 'u1', 'u2']);
        const state = await store.write(WORKSPACE, async (unit) => ({
          identity: await unit.findUserIdByIdentity('email:u1'),
          last: await unit.get('lastUsers', 'app'),
          history: await unit.get('changeHistories', 'u1'),
          session: await unit.get('sessions', 's'),
          challenges: await unit.listChallenges('app', 'wallet:1'),
          inbox: await unit.listInbox(),
          passwords: await unit.listOneTimePasswords('app', 'sms', 'phone:+1'),
          sends: await unit.get('sends', 'x'),
          keys: await unit.listSigningKeys(),
          clock: unit.clock.state,
          faults: unit.faults,
          draws: await unit.takeDrawNumber('user', 'x'),
        }));
        expect(state).toEqual({
          identity: 'u1',
          last: undefined,
          history: undefined,
          session: undefined,
          challenges: [],
          inbox: [],
          passwords: [],
          sends: undefined,
          keys: [],
          clock: 'running',
          faults: [],
          draws: 0,
        });
      });
    });

    describe('a generation of a workspace', () => {
      it('rejects a base that was loaded for another dialect', async () => {
        const wallet = { ...defaultDialect.wallet, identity: 'addressAndNetwork' } as const;
        const load = store.load(WORKSPACE, createBase(1), { ...defaultDialect, wallet });
        await expect(load).rejects.toBeInstanceOf(WorkspaceReset);
        expect(await readUserIds()).toHaveLength(3);
      });

      it('rejects a unit of the old generation that is queued after a reset', async () => {
        const oldWorkspace = await store.open(WORKSPACE);
        const reset = store.reset(WORKSPACE);
        const write = store.write(oldWorkspace, (unit) => unit.putUser(createUser('late')));
        await expect(write).rejects.toBeInstanceOf(WorkspaceReset);
        await reset;
        expect(await readUserIds()).toEqual(['u0', 'u1', 'u2']);
      });
    });

    describe('limits of workspaces', () => {
      const createIn = (limitedStore: Store, name: string) =>
        limitedStore.create({ name, seed: 1, dialect: defaultDialect, base: createBase(1) });

      it('resolves a write to a workspace that expires meanwhile, and stores nothing', async () => {
        const limitedStore = await openEmptyStore({
          limit: 9,
          idleTimeout: 1000,
        });
        await createIn(limitedStore, 'a');
        await limitedStore.write('a', async (unit) => {
          clock.advance(1000);
          // A creation also deletes the expired workspace `a`.
          await createIn(limitedStore, 'b');
          await unit.putUser(createUser('new'));
        });
        expect(await limitedStore.listNames()).toEqual(['b']);
        await createIn(limitedStore, 'a');
        expect(await limitedStore.read('a', (view) => view.countUsers())).toBe(1);
        await limitedStore.close();
      });
    });

    describe('units of work', () => {
      it('are rolled back if they reject', async () => {
        const write = store.write(WORKSPACE, async (unit) => {
          await unit.putUser(createUser('half'));
          await unit.putIdentity('email:half', 'half');
          await unit.takeDrawNumber('user', 'x');
          throw new Error('the work failed');
        });
        await expect(write).rejects.toThrow('the work failed');
        expect(await readUserIds()).not.toContain('half');
        expect(
          await store.write(WORKSPACE, async (unit) => [
            await unit.findUserIdByIdentity('email:half'),
            await unit.takeDrawNumber('user', 'x'),
          ]),
        ).toEqual([undefined, 0]);
      });

      it('read their own uncommitted writes, which other units cannot read', async () => {
        let userInOtherUnit: unknown;
        await store.write(WORKSPACE, async (unit) => {
          await unit.putUser(createUser('new'));
          expect((await unit.findUser('new'))?.id).toBe('new');
          expect(await unit.countUsers()).toBe(4);
          userInOtherUnit = await store.read(WORKSPACE, (view) => view.findUser('new'));
        });
        expect(userInOtherUnit).toBeUndefined();
      });

      it('apply all updates of a hundred concurrent units', async () => {
        const counts = await Promise.all(
          Array.from({ length: 100 }, () =>
            store.write(WORKSPACE, async (unit) => {
              const user = await unit.findUser('u0');
              await unit.putUser({ ...user!, flags: [...user!.flags, `f${user!.flags.length}`] });
              return unit.takeDrawNumber('user', 'same');
            }),
          ),
        );
        const user = await store.read(WORKSPACE, (view) => view.findUser('u0'));
        expect(user?.flags).toHaveLength(100);
        expect(new Set(counts).size).toBe(100);
      });

      it('assign an identity in exactly one of fifty concurrent units', async () => {
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            store.write(WORKSPACE, async (unit) => {
              if ((await unit.findUserIdByIdentity('wallet:1')) !== undefined) return false;
              await unit.putUser(createUser(`racer${index}`));
              await unit.putIdentity('wallet:1', `racer${index}`);
              return true;
            }),
          ),
        );
        expect(results.filter(Boolean)).toHaveLength(1);
        expect((await readUserIds()).filter((id) => id.startsWith('racer'))).toHaveLength(1);
      });

      it('succeed after another unit has failed', async () => {
        const results = await Promise.allSettled([
          store.write(WORKSPACE, () => Promise.reject(new Error('the work failed'))),
          store.write(WORKSPACE, async () => 'done'),
        ]);
        expect(results).toMatchObject([
          { status: 'rejected' },
          { status: 'fulfilled', value: 'done' },
        ]);
      });
    });

    describe('users', () => {
      it('have the loading time if the base has no time', async () => {
        const base = createBase(0, {
          users: new Map([
            ['dated', createSeededUser('dated', { createTime: '2025-01-01T00:00:00.000Z' })],
            ['undated', createSeededUser('undated')],
          ]),
          userIds: ['dated', 'undated'],
        });
        clock.advance(1000);
        await createWorkspace('times', base);
        clock.advance(1000);
        const users = await store.read('times', (view) => view.listUsers(0, 10));
        expect(users.map(({ createTime, updateTime }) => [createTime, updateTime])).toEqual([
          ['2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
          ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:01.000Z'],
        ]);
      });

      it('are paged in order: users of the base, then users created later', async () => {
        for (const id of ['a', 'b', 'c']) {
          await store.write(WORKSPACE, (unit) => unit.putUser(createUser(id)));
        }
        const readPage = (offset: number, limit: number) =>
          store.read(WORKSPACE, async (view) =>
            (await view.listUsers(offset, limit)).map(({ id }) => id),
          );
        expect(await readPage(0, 2)).toEqual(['u0', 'u1']);
        expect(await readPage(2, 2)).toEqual(['u2', 'a']);
        expect(await readPage(4, 2)).toEqual(['b', 'c']);
        expect(await readPage(6, 2)).toEqual([]);
      });

      it('keep their position if they replace a user of the base', async () => {
        const user = { ...createUser('u1'), flags: ['K1001'] };
        await store.write(WORKSPACE, (unit) => unit.putUser(user));
        expect(await readUserIds()).toEqual(['u0', 'u1', 'u2']);
        expect(await store.read(WORKSPACE, (view) => view.findUser('u1'))).toMatchObject({
          flags: ['K1001'],
        });
      });
    });

    describe('challenges', () => {
      it('are separate for each client and wallet', async () => {
        await store.write(WORKSPACE, (unit) =>
          unit.putChallenges('app', 'w', [createChallenge('one')]),
        );
        const readChallenges = (client: string, wallet: string) =>
          store.read(WORKSPACE, async (view) =>
            (await view.listChallenges(client, wallet)).map(({ challenge }) => challenge),
          );
        expect(await readChallenges('app', 'w')).toEqual(['one']);
        // `ap` and `pw` are together the same text as `app` and `w`.
        expect(await readChallenges('ap', 'pw')).toEqual([]);
        expect(await readChallenges('other', 'w')).toEqual([]);
        await store.write(WORKSPACE, (unit) => unit.putChallenges('app', 'w', []));
        expect(await readChallenges('app', 'w')).toEqual([]);
      });

      itIfFast('are limited to the newest 10,000', async () => {
        await store.write(WORKSPACE, async (unit) => {
          for (let index = 0; index < 10_050; index += 1) {
            await unit.putChallenges('app', `w${index}`, [createChallenge(`c${index}`)]);
          }
        });
        const countChallenges = (wallet: string) =>
          store.read(WORKSPACE, async (view) => (await view.listChallenges('app', wallet)).length);
        expect(await countChallenges('w0')).toBe(0);
        expect(await countChallenges('w49')).toBe(0);
        expect(await countChallenges('w50')).toBe(1);
        expect(await countChallenges('w10049')).toBe(1);
      });
    });

    describe('one-time passwords', () => {
      itIfFast('are limited to the newest 10,000', async () => {
        await store.write(WORKSPACE, async (unit) => {
          for (let index = 0; index < 10_010; index += 1) {
            await unit.put(
              'oneTimePasswords',
              `o${index}`,
              createOtp(`o${index}`, { identity: `phone:${index % 5000}` }),
            );
          }
        });
        const inbox = await store.read(WORKSPACE, (view) => view.listInbox());
        expect([inbox.length, inbox[0]?.id]).toEqual([10_000, 'o10']);
        // The dropped code `o3` also belonged to phone:3.
        const passwords = await store.read(WORKSPACE, (view) =>
          view.listOneTimePasswords('app', 'sms', 'phone:3'),
        );
        expect(passwords.map(({ id }) => id)).toEqual(['o5003', 'o10003']);
      });
    });

    describe('signing keys', () => {
      it('are created once per algorithm', async () => {
        const keys = await Promise.all(
          ['k1', 'k2'].map((kid) =>
            store.write(WORKSPACE, (unit) => unit.ensureSigningKey(createSigningKey(kid))),
          ),
        );
        expect(keys.map(({ kid }) => kid)).toEqual(['k1', 'k1']);
        expect(await store.read(WORKSPACE, (view) => view.listSigningKeys())).toHaveLength(1);
      });
    });

    describe('draws of random values', () => {
      it('are counted by purpose and subject', async () => {
        const counts = await store.write(WORKSPACE, async (unit) => [
          await unit.takeDrawNumber('otp', 'a'),
          await unit.takeDrawNumber('otp', 'a'),
          await unit.takeDrawNumber('challenge', 'a'),
        ]);
        expect(counts).toEqual([0, 1, 0]);
      });
    });

    describe('watching', () => {
      it('ends at a change', async () => {
        const watch = store.watch(WORKSPACE, new AbortController().signal);
        await store.write(WORKSPACE, (unit) => unit.put('oneTimePasswords', 'a', createOtp('a')));
        await expect(watch).resolves.toBeUndefined();
      });

      it('ends when the signal aborts', async () => {
        const abort = new AbortController();
        const watch = store.watch(WORKSPACE, abort.signal);
        abort.abort();
        await expect(watch).resolves.toBeUndefined();
        await expect(store.watch(WORKSPACE, abort.signal)).resolves.toBeUndefined();
      });

      it('ends when the workspace is deleted', async () => {
        await createWorkspace('deleted');
        const watch = store.watch('deleted', new AbortController().signal);
        const watchError = watch.catch((error: unknown) => error);
        await store.delete('deleted');
        // `watch` is asynchronous. If it first looks for the workspace after the deletion, it rejects.
        const error = await watchError;
        if (error !== undefined) expect(error).toBeInstanceOf(UnknownWorkspace);
      });
    });

    itIfFast('stores ten thousand users in addition to the users of the base', async () => {
      await store.write(WORKSPACE, async (unit) => {
        for (let index = 0; index < 10_000; index += 1) {
          await unit.putUser(createUser(`m${index}`));
          await unit.putIdentity(`email:m${index}`, `m${index}`);
        }
      });
      const results = await store.read(WORKSPACE, async (view) => [
        await view.countUsers(),
        await view.findUserIdByIdentity('email:m9999'),
        (await view.listUsers(10_002, 10)).map(({ id }) => id),
      ]);
      // 3 users are in the base.
      expect(results).toEqual([10_003, 'm9999', ['m9999']]);
    });
  });
}

/** Returns the history of a KYC change that can be undone. */
function createHistory(before: User, kyc: KycStatus): ChangeHistory {
  return {
    after: { ...before, kyc },
    changes: [{ operation: 'updateUser', at: START, before }],
  };
}

function createSession(id: string, expiresAt: number) {
  return { id, userId: 'u0', clientId: 'app', expiresAt };
}

function createFault(id: string, hits = 0): Fault {
  return { id, match: {}, effect: { status: 503 }, probability: 1, hits };
}

function createChallenge(text: string) {
  return { challenge: text, variant: 'network', expiresAt: START + 300_000 } as const;
}

function createSigningKey(kid: string) {
  return { kid, algorithm: 'ES256', jwk: {}, createTime: '2026-01-01T00:00:00.000Z' } as const;
}
