/** PostgreSQL is killed under load and started again: the sandbox recovers without a restart. */
import { describe, expect, it } from 'vitest';

import type { OwnPostgresServer } from '../engines/own-postgres.ts';
import type { Replica } from './replica.ts';

const WRITERS = 8;

/** A sign-up with a response. */
interface SignUp {
  readonly userId: string;
  readonly sessionJwt: string;
  readonly body: { readonly emailId: string; readonly otp: string };
}

/** The responses to the writers define the expected state. */
class Log {
  readonly signUps: SignUp[] = [];
  readonly statuses = new Map<number, number>();

  countStatus(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** Resolves after this number of further sign-ups. */
  async waitForSignUps(number: number): Promise<void> {
    const goal = this.signUps.length + number;
    while (this.signUps.length < goal) await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Signs users up in sequence, alternating between replicas. */
async function write(
  replicas: readonly Replica[],
  writer: number,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<void> {
  for (let person = 0; !signal.aborted; person += 1) {
    const [one, other] = [replicas[person % 2]!, replicas[(person + 1) % 2]!];
    const emailAddress = `w${writer}-${person}@example.test`;
    const sent = await one.client().sendEmail(emailAddress);
    log.countStatus(sent.status);
    if (sent.status !== 200) continue;
    const inbox = await other.control(`/inbox?to=${emailAddress}`);
    log.countStatus(inbox.status);
    if (inbox.status !== 200) continue;
    const body = { emailId: sent.body.emailId, otp: inbox.body.items[0].code };
    const response = await one.client().authenticateEmail(body);
    log.countStatus(response.status);
    if (response.status !== 200) continue;
    const { userMask, sessionJwt } = response.body;
    log.signUps.push({ userId: userMask.id, sessionJwt, body });
  }
}

/** @param replicas at least two, on a server that is not shared */
export function describeOutage(
  server: () => OwnPostgresServer,
  replicas: () => readonly Replica[],
): void {
  describe('after a database is killed under load', () => {
    const log = new Log();

    it('requests wait or return 503 until it is back', async () => {
      const stop = new AbortController();
      const writers = Array.from({ length: WRITERS }, (_, at) =>
        write(replicas(), at, { log, signal: stop.signal }),
      );
      try {
        await log.waitForSignUps(40);
        await server().kill();
        const health = await replicas()[0]!.control('/health');
        expect(health.status).toBe(200);
        expect(health.body.store).toMatchObject({ engine: 'postgres', status: 'unavailable' });
        expect((await replicas()[1]!.control('/ready')).status).toBe(503);
        const refused = await replicas()[0]!.client().sendEmail('nobody@example.test');
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
        await server().start();
        await log.waitForSignUps(40);
      } finally {
        stop.abort();
        await Promise.all(writers);
      }
      expect([...log.statuses.keys()].toSorted()).toEqual([200, 503]);
      expect((await replicas()[0]!.control('/ready')).status).toBe(200);
    }, 40_000);

    it('every acknowledged write exists exactly once', async () => {
      const ids = log.signUps.map(({ userId }) => userId);
      expect(new Set(ids).size).toBe(ids.length);
      const found = log.signUps.map(async ({ userId, sessionJwt, body }, at) => {
        const client = replicas()[at % 2]!.client();
        expect((await client.readUser(sessionJwt)).body.id).toBe(userId);
        expect((await client.authenticateEmail(body)).status).toBe(401);
      });
      await Promise.all(found);
    }, 20_000);

    it('long polls wake again', async () => {
      const polled = replicas()[0]!.control('/inbox?to=again@example.test&wait=PT20S');
      await replicas()[1]!.control('/clock');
      await replicas()[1]!.client().sendEmail('again@example.test');
      expect((await polled).body.items).toMatchObject([{ to: 'again@example.test' }]);
    }, 10_000);
  });
}
