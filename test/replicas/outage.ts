/** Kills and restarts PostgreSQL under load. The replicas recover without a restart. */
import { describe, expect, it } from 'vitest';

import type { OwnPostgresServer } from '../engines/own-postgres.ts';
import type { Replica } from './replica.ts';

const WRITERS = 8;

/** A sign-up that was acknowledged. */
interface SignUp {
  readonly userId: string;
  readonly sessionJwt: string;
  readonly body: { readonly emailId: string; readonly otp: string };
}

/** The sign-ups and response statuses of all writers. */
class ResponseLog {
  readonly signUps: SignUp[] = [];
  readonly statuses = new Map<number, number>();

  countStatus(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** Resolves after this number of further sign-ups. */
  async waitForSignUps(count: number): Promise<void> {
    const goal = this.signUps.length + count;
    while (this.signUps.length < goal) await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Signs users up, one after the other. The requests of each sign-up go to two replicas. */
async function writeUntilAborted(
  [replica1, replica2]: readonly Replica[],
  writer: number,
  { log, signal }: { readonly log: ResponseLog; readonly signal: AbortSignal },
): Promise<void> {
  for (let person = 0; !signal.aborted; person += 1) {
    const emailAddress = `w${writer}-${person}@example.test`;
    const sent = await replica1!.client().sendEmail(emailAddress);
    log.countStatus(sent.status);
    if (sent.status !== 200) continue;
    const inbox = await replica2!.control(`/inbox?to=${emailAddress}`);
    log.countStatus(inbox.status);
    if (inbox.status !== 200) continue;
    const body = { emailId: sent.body.emailId, otp: inbox.body.items[0].code };
    const response = await replica1!.client().authenticateEmail(body);
    log.countStatus(response.status);
    if (response.status !== 200) continue;
    const { userMask, sessionJwt } = response.body;
    log.signUps.push({ userId: userMask.id, sessionJwt, body });
  }
}

/** Expects that an email sent through one replica ends a long poll through another. */
export async function expectWokenPoll(getReplica: (index: number) => Replica, to: string) {
  const polled = getReplica(0).control(`/inbox?to=${to}&wait=PT20S`);
  // The poll arrives while this request is processed.
  await getReplica(1).control('/clock');
  await getReplica(1).client().sendEmail(to);
  expect((await polled).body.items).toMatchObject([{ to }]);
}

/** Requires at least two replicas on a server that no other suite uses. */
export function describeOutage(
  getServer: () => OwnPostgresServer,
  getReplica: (index: number) => Replica,
): void {
  describe('after a database is killed under load', () => {
    const log = new ResponseLog();

    it('requests wait or return 503 until the database runs again, and then succeed', async () => {
      const stop = new AbortController();
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilAborted([getReplica(writer), getReplica(writer + 1)], writer, {
          log,
          signal: stop.signal,
        }),
      );
      try {
        await log.waitForSignUps(5 * WRITERS);
        await getServer().kill();
        const health = await getReplica(0).control('/health');
        expect(health.status).toBe(200);
        expect(health.body.store).toMatchObject({ engine: 'postgres', status: 'unavailable' });
        expect((await getReplica(1).control('/ready')).status).toBe(503);
        const response = await getReplica(0).client().sendEmail('nobody@example.test');
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
        await getServer().start();
        await log.waitForSignUps(5 * WRITERS);
      } finally {
        stop.abort();
        await Promise.all(writers);
      }
      expect([...log.statuses.keys()].toSorted()).toEqual([200, 503]);
      expect((await getReplica(0).control('/ready')).status).toBe(200);
    }, 40_000);

    it('every acknowledged write exists exactly once', async () => {
      const ids = log.signUps.map(({ userId }) => userId);
      expect(new Set(ids).size).toBe(ids.length);
      const checks = log.signUps.map(async ({ userId, sessionJwt, body }, index) => {
        const client = getReplica(index).client();
        expect((await client.readUser(sessionJwt)).body.id).toBe(userId);
        // The code was used at the sign-up.
        expect((await client.authenticateEmail(body)).status).toBe(401);
      });
      await Promise.all(checks);
    }, 20_000);

    it('long polls return messages sent through another replica', async () => {
      await expectWokenPoll(getReplica, 'again@example.test');
    }, 10_000);
  });
}
