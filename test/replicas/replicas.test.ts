/** Three processes on one database behave as one sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeWithOwnPostgres, describeWithPostgres } from '../engines/postgres-server.ts';
import type { OwnPostgresServer } from '../engines/own-postgres.ts';
import { isLong } from '../setup/test-length.ts';
import { toNetworkIdentity, createWallet } from '../sandbox.ts';
import type { HttpResponse } from '../sandbox.ts';
import { describeFrozenServer } from './frozen.ts';
import { describeOutage } from './outage.ts';
import { startReplica } from './replica.ts';
import type { Replica } from './replica.ts';

const RACERS = 50;

const describeOnServer = isLong ? describeWithOwnPostgres : describeWithPostgres;

await describeOnServer((server) => {
  let store: string;
  let replicas: readonly Replica[];

  beforeAll(async () => {
    store = server.createStore();
    // All at once: one creates the tables and the workspace, the others wait for it.
    replicas = await Promise.all([startReplica(store), startReplica(store), startReplica(store)]);
  }, 60_000);

  afterAll(async () => {
    const codes = await Promise.all(replicas.map((getReplica) => getReplica.stop()));
    await server.remove(store);
    await server.stop();
    expect(codes).toEqual([0, 0, 0]);
  });

  const getReplica = (at: number): Replica => replicas[at % replicas.length]!;

  /** Sends simultaneous requests, distributed over the replicas as by a load balancer. */
  function race(send: (through: Replica, at: number) => Promise<HttpResponse>): Promise<number[]> {
    const calls = Array.from(
      { length: RACERS },
      async (_, at) => (await send(getReplica(at), at)).status,
    );
    return Promise.all(calls);
  }

  function count(statuses: readonly number[]): Record<number, number> {
    const counts: Record<number, number> = {};
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  let people = 0;
  /** Signs a user up by email; the requests go to any replica. */
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

  describe('starting concurrently', () => {
    it('creates one sandbox', () => {
      expect(new Set(replicas.map(({ ready }) => ready.seed)).size).toBe(1);
    });
  });

  it('undoes on one replica what another has changed', async () => {
    const sendForAda = (at: number, path = '', body?: unknown, method?: string) =>
      getReplica(at).control(`/users/ada${path}`, { body, ...(method && { method }) });
    const before = await sendForAda(0);
    expect((await sendForAda(0, '', { kycStatus: 'DECLINED' }, 'PATCH')).status).toBe(200);
    expect((await sendForAda(1, '/changes')).body.lastChange).toMatchObject({
      operation: 'updateUser',
    });
    expect((await sendForAda(2, ':undo', undefined, 'POST')).body).toEqual(before.body);
    expect((await sendForAda(1, ':undo', undefined, 'POST')).status).toBe(409);
    expect((await sendForAda(0)).body).toEqual(before.body);
  });

  describe('a race between replicas has one winner', () => {
    it('for a challenge (§4.2)', async () => {
      const wallet = createWallet();
      const { body } = await getReplica(0).client().start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(body.challenge);
      const statuses = await race((through) =>
        through.client().authenticate(toNetworkIdentity(wallet), signature),
      );
      expect(count(statuses)).toEqual({ 200: 1, 401: RACERS - 1 });
    });

    it('for a one-time password (§4.7)', async () => {
      const { body } = await getReplica(0).client().sendEmail('race@example.test');
      const { body: inbox } = await getReplica(1).control('/inbox?to=race@example.test');
      const statuses = await race((through) =>
        through.client().authenticateEmail({ emailId: body.emailId, otp: inbox.items[0].code }),
      );
      // Those after the winner find a used code; the first five of them count as wrong attempts.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(
        statuses.filter((status) => status !== 200 && status !== 401 && status !== 429),
      ).toEqual([]);
    });

    it('for a new wallet that many users add (§4.3)', async () => {
      const wallet = createWallet();
      const owners = await Promise.all(Array.from({ length: 10 }, signUp));
      const statuses = await race((through, at) =>
        through
          .client()
          .addWallet(toNetworkIdentity(wallet), owners[at % owners.length]!.sessionJwt),
      );
      // Each owner sends five requests: adding one's own wallet again is valid.
      expect(count(statuses)).toEqual({ 200: 5, 409: 45 });
    });

    it('for a sign-up with one wallet (§5.6)', async () => {
      const wallet = createWallet();
      const clients = ['wallet-app', 'exchange-app'];
      const responses = await Promise.all(
        clients.map((id, at) => getReplica(at).client(id).signIn(wallet)),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(responses.map(({ body }) => body.userMask.id)).size).toBe(1);
    });

    it('for a settlement (§3)', async () => {
      const { id } = await signUp();
      const { body } = await getReplica(0).control(`/users/${id}/transactions`, { body: {} });
      const statuses = await race((through, at) =>
        through.control(`/transactions/${body.id}:settle`, {
          body: { outcome: at % 2 === 0 ? 'success' : 'failure' },
        }),
      );
      expect(count(statuses)).toEqual({ 200: 1, 409: RACERS - 1 });
    });

    it('for the last match of a fault', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'faulty' } });
      await getReplica(1).control('/../w/faulty/sandbox/faults', {
        method: 'PUT',
        body: { rules: [{ effect: { status: 503 }, times: 7 }] },
      });
      const statuses = await race((through, at) =>
        through.client('wallet-app', '/w/faulty').sendEmail(`f${at}@example.test`),
      );
      expect(count(statuses)).toEqual({ 200: RACERS - 7, 503: 7 });
    });

    it('and one common count of wrong codes (§8)', async () => {
      const { body } = await getReplica(0).client().sendEmail('guess@example.test');
      const statuses = await race((through) =>
        through.client().authenticateEmail({ emailId: body.emailId, otp: 'wrong1' }),
      );
      expect(count(statuses)).toEqual({ 401: 5, 429: RACERS - 5 });
    });
  });

  describe('the state after a response of one replica', () => {
    it('is visible through every other replica', async () => {
      for (let round = 0; round < 20; round += 1) {
        const { id, sessionJwt } = await signUp();
        const read = await getReplica(round).client().readUser(sessionJwt);
        expect(read.status).toBe(200);
        await getReplica(round + 1).control(`/users/${id}`, {
          method: 'PATCH',
          body: { kycStatus: 'IN_REVIEW' },
        });
        const again = await getReplica(round + 2)
          .client()
          .readUser(sessionJwt);
        expect(again.body.kyc).toEqual({ status: 'IN_REVIEW' });
      }
    });

    it('wakes a long poll for a message sent through another replica (§4.6)', async () => {
      const polled = getReplica(0).control('/inbox?to=poll@example.test&wait=PT20S');
      await getReplica(1).control('/clock');
      await getReplica(1).client().sendEmail('poll@example.test');
      expect((await polled).body.items).toMatchObject([{ to: 'poll@example.test' }]);
    }, 10_000);

    it('includes one clock and one set of keys', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'timed' } });
      const now = '2030-01-01T00:00:00.000Z';
      await getReplica(1).control('/../w/timed/sandbox/clock', {
        method: 'PATCH',
        body: { now, frozen: true },
      });
      for (const each of replicas) {
        const { body } = await each.control('/../w/timed/sandbox/clock');
        expect(body).toEqual({ now, frozen: true });
      }
      const keys = await Promise.all(replicas.map((each) => each.control('/jwks.json')));
      expect(new Set(keys.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    });

    it('is forked, reset and deleted for all replicas', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'origin' } });
      await getReplica(1).client('wallet-app', '/w/origin').sendEmail('kept@example.test');
      await getReplica(2).control('/workspaces', { body: { name: 'fork', from: 'origin' } });
      const readInbox = async (name: string, at: number) =>
        (await getReplica(at).control(`/../w/${name}/sandbox/inbox`)).body.items.length;
      await getReplica(0).control('/../w/origin/sandbox/reset', { method: 'POST' });
      expect([await readInbox('origin', 1), await readInbox('fork', 0)]).toEqual([0, 1]);
      await getReplica(1).control('/workspaces/fork', { method: 'DELETE' });
      const gone = await Promise.all(
        replicas.map((each) => each.control('/../w/fork/sandbox/users')),
      );
      expect(gone.map(({ status }) => status)).toEqual([404, 404, 404]);
    });

    it('prevents the start of a replica with another seed', async () => {
      const { seed } = getReplica(0).ready;
      await expect(startReplica(store, '--seed', String(seed + 1))).rejects.toThrow(
        `the store was created with seed ${seed}`,
      );
    });
  });

  describe('the shared journal', () => {
    const toEntries = (response: HttpResponse) =>
      response.body.items.map(({ id, request }: { id: string; request: { path: string } }) => [
        id,
        request.path,
      ]);

    /** Requests are published in the background: a read may be a moment early. */
    async function readJournal(at: number, query: string, minimum: number): Promise<HttpResponse> {
      for (let tries = 0; ; tries += 1) {
        const response = await getReplica(at).control(`/../w/told/sandbox/journal${query}`);
        if (response.body.items?.length >= minimum || tries === 100) return response;
      }
    }

    it('lists the requests of all replicas in one order, with the same ids', async () => {
      await getReplica(0).control('/workspaces', { body: { name: 'told' } });
      for (let at = 0; at < 9; at += 1) {
        await getReplica(at)
          .client('wallet-app', '/w/told')
          .send(`/call${'abcdefghi'[at] ?? ''}`);
      }
      const [first, ...others] = await Promise.all([0, 1, 2].map((at) => readJournal(at, '', 9)));
      expect(
        toEntries(first!)
          .map(([, path]: string[]) => path)
          .toSorted(),
      ).toEqual(Array.from({ length: 9 }, (_, at) => `/call${'abcdefghi'[at] ?? ''}`));
      for (const other of others) expect(other.body).toEqual(first!.body);
    });

    it('continues after a cursor or an id from another replica', async () => {
      const all = toEntries(await readJournal(0, '', 9));
      const page = await readJournal(1, '?limit=4', 4);
      expect(toEntries(page)).toEqual(all.slice(0, 4));
      const next = await readJournal(2, `?limit=4&cursor=${page.body.nextCursor}`, 4);
      expect(toEntries(next)).toEqual(all.slice(4, 8));
      const behind = await readJournal(0, `?after=${all[6][0]}`, 2);
      expect(toEntries(behind)).toEqual(all.slice(7));
    });

    it('streams requests to other replicas', async () => {
      const stop = new AbortController();
      const stream = await fetch(`${getReplica(0).ready.url}/w/told/sandbox/journal`, {
        headers: { accept: 'text/event-stream' },
        signal: stop.signal,
      });
      await getReplica(1).client('wallet-app', '/w/told').send('/streamed');
      let seen = '';
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      while (!seen.includes('/streamed')) seen += (await reader.read()).value ?? '';
      stop.abort();
      expect(seen).toContain('id: ');
    }, 10_000);

    it('is cleared for all replicas, also by a reset', async () => {
      await getReplica(1).control('/../w/told/sandbox/journal', { method: 'DELETE' });
      expect((await readJournal(0, '', 0)).body.items).toEqual([]);
      await getReplica(0).client('wallet-app', '/w/told').send('/after');
      const [[id]] = toEntries(await readJournal(2, '', 1));
      expect(Number(id.split('-')[1])).toBeGreaterThan(10);
      await getReplica(2).control('/../w/told/sandbox/reset', { method: 'POST' });
      expect((await readJournal(1, '', 0)).body.items).toEqual([]);
    });
  });

  describe.runIf(isLong)('a frozen database server', () => {
    describeFrozenServer(() => server);
  });

  // A server that PGURL names is not ours to kill.
  describe.runIf(isLong && !process.env['PGURL'])('an outage', () => {
    describeOutage(
      () => server as OwnPostgresServer,
      () => replicas,
    );
  });
});
