/** Three processes on one database behave as one sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeWithOwnPostgres, describeWithPostgres } from '../engines/postgres-server.ts';
import type { OwnPostgresServer } from '../engines/own-postgres.ts';
import { isLong } from '../setup/test-length.ts';
import { toNetworkIdentity, createWallet, type HttpResponse } from '../sandbox.ts';
import { describeFrozenServer } from './frozen.ts';
import { describeOutage, expectWokenPoll } from './outage.ts';
import { startReplica, type Replica } from './replica.ts';

const REQUESTS = 50;

const describeOnServer = isLong ? describeWithOwnPostgres : describeWithPostgres;

await describeOnServer((server) => {
  let store: string;
  let replicas: readonly Replica[];

  beforeAll(async () => {
    store = server.createStore();
    // The replicas start at the same time. One replica creates the tables and the workspace; the others wait.
    replicas = await Promise.all([startReplica(store), startReplica(store), startReplica(store)]);
  }, 60_000);

  afterAll(async () => {
    const codes = await Promise.all(replicas.map((replica) => replica.stop()));
    await server.remove(store);
    await server.stop();
    expect(codes).toEqual([0, 0, 0]);
  });

  /** Returns a replica. The index can be larger than the number of replicas. */
  const getReplica = (index: number): Replica => replicas[index % replicas.length]!;

  /** Sends simultaneous requests, distributed over the replicas, and returns their statuses. */
  async function race(
    send: (replica: Replica, index: number) => Promise<HttpResponse>,
  ): Promise<number[]> {
    const requests = Array.from({ length: REQUESTS }, (_, index) => send(getReplica(index), index));
    return (await Promise.all(requests)).map(({ status }) => status);
  }

  function countByStatus(statuses: readonly number[]): Record<number, number> {
    const counts: Record<number, number> = {};
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  let people = 0;
  /** Signs a user up by email, with requests to different replicas. */
  async function signUp(): Promise<{ readonly id: string; readonly sessionJwt: string }> {
    people += 1;
    const emailAddress = `person-${people}@example.test`;
    const sent = await getReplica(people).client().sendEmail(emailAddress);
    const { body: inbox } = await getReplica(people + 1).control(`/inbox?to=${emailAddress}`);
    const response = await getReplica(people + 2)
      .client()
      .authenticateEmail({ emailId: sent.body.emailId, otp: inbox.items.at(-1).code });
    expect(response.status).toBe(200);
    return { id: response.body.userMask.id, sessionJwt: response.body.sessionJwt };
  }

  it('replicas have the same seed if they start concurrently', () => {
    expect(new Set(replicas.map(({ startOutput }) => startOutput.seed)).size).toBe(1);
  });

  it('a replica can undo a change that another replica has made', async () => {
    const readAda = async () => (await getReplica(0).control('/users/ada')).body;
    const undo = (index: number) =>
      getReplica(index).control('/users/ada:undo', { method: 'POST' });
    const before = await readAda();
    const body = { kycStatus: 'DECLINED' };
    const update = await getReplica(0).control('/users/ada', { method: 'PATCH', body });
    expect(update.status).toBe(200);
    const changes = await getReplica(1).control('/users/ada/changes');
    expect(changes.body.lastChange).toMatchObject({ operation: 'updateUser' });
    expect((await undo(2)).body).toEqual(before);
    expect((await undo(1)).status).toBe(409);
    expect(await readAda()).toEqual(before);
  });

  describe('simultaneous requests to all replicas', () => {
    it('use a challenge once (§4.2)', async () => {
      const wallet = createWallet();
      const { body } = await getReplica(0).client().start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(body.challenge);
      const statuses = await race((replica) =>
        replica.client().authenticate(toNetworkIdentity(wallet), signature),
      );
      expect(countByStatus(statuses)).toEqual({ 200: 1, 401: REQUESTS - 1 });
    });

    it('use a one-time password once (§4.7)', async () => {
      const { body } = await getReplica(0).client().sendEmail('race@example.test');
      const { body: inbox } = await getReplica(1).control('/inbox?to=race@example.test');
      const statuses = await race((replica) =>
        replica.client().authenticateEmail({ emailId: body.emailId, otp: inbox.items[0].code }),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      // A used code returns 401, and 429 after five wrong attempts.
      for (const status of statuses) expect([200, 401, 429]).toContain(status);
    });

    it('add a new wallet to one user (§4.3)', async () => {
      const wallet = createWallet();
      const users = await Promise.all(Array.from({ length: REQUESTS / 5 }, signUp));
      const statuses = await race((replica, index) =>
        replica
          .client()
          .addWallet(toNetworkIdentity(wallet), users[index % users.length]!.sessionJwt),
      );
      // Each user sends five requests. The owner of the wallet can add the wallet again.
      expect(countByStatus(statuses)).toEqual({ 200: 5, 409: REQUESTS - 5 });
    });

    it('create one user for a wallet (§5.6)', async () => {
      const wallet = createWallet();
      const clients = ['wallet-app', 'exchange-app'];
      const responses = await Promise.all(
        clients.map((id, index) => getReplica(index).client(id).signIn(wallet)),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(responses.map(({ body }) => body.userMask.id)).size).toBe(1);
    });

    it('settle a transaction once (§3)', async () => {
      const { id } = await signUp();
      const { body } = await getReplica(0).control(`/users/${id}/transactions`, { body: {} });
      const statuses = await race((replica, index) =>
        replica.control(`/transactions/${body.id}:settle`, {
          body: { outcome: index % 2 === 0 ? 'success' : 'failure' },
        }),
      );
      expect(countByStatus(statuses)).toEqual({ 200: 1, 409: REQUESTS - 1 });
    });

    it('match a fault no more often than its limit', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'faulty' } });
      await getReplica(1).send('/w/faulty/sandbox/faults', {
        method: 'PUT',
        body: { rules: [{ effect: { status: 503 }, times: 7 }] },
      });
      const statuses = await race((replica, index) =>
        replica.client('wallet-app', '/w/faulty').sendEmail(`f${index}@example.test`),
      );
      expect(countByStatus(statuses)).toEqual({ 200: REQUESTS - 7, 503: 7 });
    });

    it('have five attempts with a wrong code in total (§8)', async () => {
      const { body } = await getReplica(0).client().sendEmail('guess@example.test');
      const statuses = await race((replica) =>
        replica.client().authenticateEmail({ emailId: body.emailId, otp: 'wrong1' }),
      );
      expect(countByStatus(statuses)).toEqual({ 401: 5, 429: REQUESTS - 5 });
    });
  });

  describe('a change through one replica', () => {
    it('is visible through every other replica', async () => {
      for (let round = 0; round < 20; round += 1) {
        const { id, sessionJwt } = await signUp();
        const read = await getReplica(round).client().readUser(sessionJwt);
        expect(read.status).toBe(200);
        await getReplica(round + 1).control(`/users/${id}`, {
          method: 'PATCH',
          body: { kycStatus: 'IN_REVIEW' },
        });
        const reread = await getReplica(round + 2)
          .client()
          .readUser(sessionJwt);
        expect(reread.body.kyc).toEqual({ status: 'IN_REVIEW' });
      }
    });

    it('wakes a long poll for a message sent through another replica (§4.6)', async () => {
      await expectWokenPoll(getReplica, 'poll@example.test');
    }, 10_000);

    it('can set the clock of all replicas, which also share their keys', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'timed' } });
      const now = '2030-01-01T00:00:00.000Z';
      await getReplica(1).send('/w/timed/sandbox/clock', {
        method: 'PATCH',
        body: { now, frozen: true },
      });
      for (const replica of replicas) {
        const { body } = await replica.send('/w/timed/sandbox/clock');
        expect(body).toEqual({ now, frozen: true });
      }
      const keys = await Promise.all(replicas.map((replica) => replica.control('/jwks.json')));
      expect(new Set(keys.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    });

    it('can fork, reset and delete a workspace for all replicas', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'origin' } });
      await getReplica(1).client('wallet-app', '/w/origin').sendEmail('kept@example.test');
      await getReplica(2).control('/workspaces', { body: { name: 'fork', from: 'origin' } });
      const countMessages = async (name: string, index: number) =>
        (await getReplica(index).send(`/w/${name}/sandbox/inbox`)).body.items.length;
      await getReplica(0).send('/w/origin/sandbox/reset', { method: 'POST' });
      expect([await countMessages('origin', 1), await countMessages('fork', 0)]).toEqual([0, 1]);
      await getReplica(1).control('/workspaces/fork', { method: 'DELETE' });
      const responses = await Promise.all(
        replicas.map((replica) => replica.send('/w/fork/sandbox/users')),
      );
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    });
  });

  it('a replica does not start with another seed', async () => {
    const { seed } = getReplica(0).startOutput;
    await expect(startReplica(store, '--seed', String(seed + 1))).rejects.toThrow(
      `the store was created with seed ${seed}`,
    );
  });

  describe('the shared journal', () => {
    const toEntries = (response: HttpResponse) =>
      response.body.items.map(({ id, request }: { id: string; request: { path: string } }) => [
        id,
        request.path,
      ]);

    /** Reads the journal up to 100 times, until it has enough items: requests are published in the background. */
    async function readJournal(
      replica: Replica,
      query: string,
      minimum: number,
    ): Promise<HttpResponse> {
      for (let tries = 0; ; tries += 1) {
        const response = await replica.send(`/w/recorded/sandbox/journal${query}`);
        if (response.body.items?.length >= minimum || tries === 100) return response;
      }
    }

    it('lists the requests of all replicas in one order, with the same ids', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'recorded' } });
      const paths = 'abcdefghi'.split('').map((letter) => `/call${letter}`);
      for (const [index, path] of paths.entries()) {
        await getReplica(index).client('wallet-app', '/w/recorded').send(path);
      }
      const [first, ...others] = await Promise.all(
        replicas.map((replica) => readJournal(replica, '', 9)),
      );
      const recordedPaths = toEntries(first!).map(([, path]: string[]) => path);
      expect(recordedPaths.toSorted()).toEqual(paths);
      for (const other of others) expect(other.body).toEqual(first!.body);
    });

    it('continues after a cursor or an id from another replica', async () => {
      const allEntries = toEntries(await readJournal(getReplica(0), '', 9));
      const page1 = await readJournal(getReplica(1), '?limit=4', 4);
      expect(toEntries(page1)).toEqual(allEntries.slice(0, 4));
      const cursorQuery = `?limit=4&cursor=${page1.body.nextCursor}`;
      const page2 = await readJournal(getReplica(2), cursorQuery, 4);
      expect(toEntries(page2)).toEqual(allEntries.slice(4, 8));
      const [seventhId] = allEntries[6];
      const afterSeventh = await readJournal(getReplica(0), `?after=${seventhId}`, 2);
      expect(toEntries(afterSeventh)).toEqual(allEntries.slice(7));
    });

    it('streams the requests that other replicas receive', async () => {
      const stop = new AbortController();
      const stream = await fetch(`${getReplica(0).startOutput.url}/w/recorded/sandbox/journal`, {
        headers: { accept: 'text/event-stream' },
        signal: stop.signal,
      });
      await getReplica(1).client('wallet-app', '/w/recorded').send('/streamed');
      let received = '';
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      while (!received.includes('/streamed')) received += (await reader.read()).value ?? '';
      stop.abort();
      expect(received).toContain('id: ');
    }, 10_000);

    it('is cleared for all replicas, also by a reset', async () => {
      await getReplica(1).send('/w/recorded/sandbox/journal', { method: 'DELETE' });
      expect((await readJournal(getReplica(0), '', 0)).body.items).toEqual([]);
      await getReplica(0).client('wallet-app', '/w/recorded').send('/after');
      // Ids continue after the ten requests that were cleared.
      const [[id]] = toEntries(await readJournal(getReplica(2), '', 1));
      expect(Number(id.split('-')[1])).toBeGreaterThan(10);
      await getReplica(2).send('/w/recorded/sandbox/reset', { method: 'POST' });
      expect((await readJournal(getReplica(1), '', 0)).body.items).toEqual([]);
    });
  });

  describe.runIf(isLong)('a frozen database server', () => {
    describeFrozenServer(() => server);
  });

  // If PGURL is set, `describeWithOwnPostgres` uses that server. Another process owns it: the tests must not kill it.
  describe.runIf(isLong && !process.env['PGURL'])('an outage', () => {
    describeOutage(() => server as OwnPostgresServer, getReplica);
  });
});
