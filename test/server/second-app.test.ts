import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { createSteppingClock } from '../setup/stepping-clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemPauses } from '../../src/ports/pauses.ts';
import { loadSignatures } from '../../src/ports/signatures.ts';
import { joseTokens } from '../../src/ports/tokens.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { createApp } from '../../src/server/create-app.ts';
import { createMemoryStore } from '../setup/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createMemoryJournals } from '../../src/traffic/journal/journals.ts';
import { Metrics } from '../../src/traffic/metrics/metrics.ts';
import { createRequestIds } from '../../src/ports/request-ids.ts';
import { toNetworkIdentity, createWallet, TestWorkspace } from '../sandbox.ts';

/** Starts two applications that share a store. */
async function startTwoApplications(): Promise<readonly [TestWorkspace, TestWorkspace]> {
  const clock = createSteppingClock(Date.parse('2026-01-15T10:00:00.000Z'));
  const store = await createMemoryStore(clock);
  const loaded = await loadScenario([{ name: 'default' }], defaultDialect);
  if ('findings' in loaded) throw new Error('the default scenario is invalid');
  const { base } = loaded;
  await store.create({ name: 'default', seed: 1, dialect: defaultDialect, base });
  return [await serve(store), await serve(store)];

  async function serve(sharedStore: Store): Promise<TestWorkspace> {
    const signatures = await loadSignatures();
    const server = createApp({
      store: sharedStore,
      journals: createMemoryJournals({ store: sharedStore, limit: 1000, clock, signatures }),
      clock,
      pauses: systemPauses,
      signatures,
      tokens: joseTokens,
      log: silentLog,
      access: {
        reachableFrom: 'loopback',
        allowHost: [],
        cors: [],
        publicUrl: undefined,
        controlToken: undefined,
      },
      metrics: new Metrics(),
      createRequestId: createRequestIds(),
      closing: new AbortController().signal,
      workspaceDefaults: {
        base,
        sources: [],
        dialect: defaultDialect,
        seed: 1,
        clockStart: undefined,
        chaos: 'off',
      },
      createName: () => 'generated',
    }).createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return new TestWorkspace(`http://127.0.0.1:${port}`, 'default');
  }
}

describe('a second application on the same store', () => {
  it('accepts the challenge, the user and the session of the first', async () => {
    const [app1, app2] = await startTwoApplications();
    const wallet = createWallet();
    const { body: started } = await app1.client().start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(started.challenge);
    const signedIn = await app2.client().authenticate(toNetworkIdentity(wallet), signature);
    expect(signedIn.status).toBe(200);
    const userRead = await app1.client().readUser(signedIn.body.sessionJwt);
    expect(userRead.body.id).toBe(signedIn.body.userMask.id);
    expect((await app1.control('/jwks.json')).body).toEqual(
      (await app2.control('/jwks.json')).body,
    );
  });

  it('accepts each challenge and code only once across both applications', async () => {
    const [app1, app2] = await startTwoApplications();
    const wallet = createWallet();
    const { body: started } = await app1.client().start(toNetworkIdentity(wallet));
    const signature = await wallet.signMessage(started.challenge);
    const responses = await Promise.all(
      [app1, app2].map((app) => app.client().authenticate(toNetworkIdentity(wallet), signature)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401]);

    const { body: record } = await app1.client().sendEmail('gina@example.test');
    const otp = await app2.readLastCode('gina@example.test');
    const attempts = await Promise.all(
      [app1, app2].map((app) => app.client().authenticateEmail({ emailId: record.emailId, otp })),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('shares messages, the clock and the counter of challenges with the first, so no challenge repeats', async () => {
    const [app1, app2] = await startTwoApplications();
    const pendingRequest = app1.control('/inbox?to=finn@example.test&wait=PT10S');
    await app2.client().sendEmail('finn@example.test');
    expect((await pendingRequest).body.items).toHaveLength(1);

    await app2.advance('P1D');
    expect((await app1.control('/clock')).body.now).toBe('2026-01-16T10:00:00.000Z');

    const wallet = createWallet();
    const challenges = await Promise.all(
      [app1, app2, app1, app2].map((app) => app.client().start(toNetworkIdentity(wallet))),
    );
    expect(new Set(challenges.map(({ body }) => body.challenge)).size).toBe(4);
  });
});
