/** Journal, client report and faults belong to one generation of a workspace, as its state does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createSteppingClock } from '../setup/stepping-clock.ts';
import { loadSignatures } from '../../src/ports/signatures.ts';
import { createMemoryJournals } from '../../src/traffic/journal/journals.ts';
import { startTestSandbox, type HttpResponse, type TestSandbox } from '../control/sandbox.ts';

const HOUR = 3_600_000;
const CREDENTIALS = {
  'service-client-id': 'wallet-app',
  'service-client-secret': 'wallet-app-secret',
};

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox({ tenancy: { limit: 10, idleTimeout: HOUR } });
  await createWorkspace('own');
});
afterEach(() => sandbox.close());

const createWorkspace = (name: string, options: object = {}) =>
  sandbox.send('POST', '/sandbox/workspaces', { name, ...options });
const control = async (path: string, name = 'own'): Promise<HttpResponse['body']> =>
  (await sandbox.send('GET', `/w/${name}/sandbox${path}`)).body;
const readTraffic = async (name = 'own') => ({
  journal: (await control('/journal', name)).items.length,
  report: (await control('/client-report', name)).requests,
});
const setFaults = (...rules: readonly object[]) =>
  sandbox.send('PUT', '/w/own/sandbox/faults', { rules });
const start = (name = 'own') =>
  sandbox.send(
    'POST',
    `/w/${name}/v1/auth/cryptoWallet:start`,
    { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', walletType: 'EVM' },
    CREDENTIALS,
  );
const readSnapshot = async () => {
  const accept = 'application/json';
  const path = '/w/own/sandbox/scenario?runtime=true';
  return (await sandbox.send('GET', path, undefined, { accept })).body;
};

describe('journal, client report and faults', () => {
  const recreate = async () => {
    await createWorkspace('own');
  };
  it.each<[string, () => Promise<unknown>]>([
    ['a reset', () => sandbox.send('POST', '/w/own/sandbox/reset')],
    ['a scenario', () => sandbox.send('PUT', '/w/own/sandbox/scenario', { name: 'empty' })],
    [
      'a snapshot of themselves',
      async () =>
        sandbox.send('PUT', '/w/own/sandbox/scenario', { document: await readSnapshot() }),
    ],
    [
      'a deletion',
      async () => {
        await sandbox.send('DELETE', '/sandbox/workspaces/own');
        await recreate();
      },
    ],
    [
      'their expiry',
      async () => {
        sandbox.clock.advance(HOUR);
        expect((await sandbox.send('GET', '/w/own/sandbox/journal')).status).toBe(404);
        await recreate();
      },
    ],
  ])('are cleared by %s', async (_name, end) => {
    await setFaults({ id: 'never', match: { clientId: 'nobody' }, effect: { status: 503 } });
    await start();
    expect(await readTraffic()).toEqual({ journal: 1, report: 1 });
    await end();
    expect(await readTraffic()).toEqual({ journal: 0, report: 0 });
    expect(await control('/faults')).toEqual({ rules: [] });
    await start();
    expect(await readTraffic()).toEqual({ journal: 1, report: 1 });
  });

  it('are not in a snapshot', async () => {
    await setFaults({ effect: { delay: 0 } });
    expect((await readSnapshot()).runtime).not.toHaveProperty('faults');
  });

  it('in a fork: the faults of its origin, and a journal of its own', async () => {
    await setFaults({ id: 'twice', effect: { status: 503 }, times: 2 });
    expect((await start()).status).toBe(503);
    await createWorkspace('fork', { from: 'own' });
    expect(await readTraffic('fork')).toEqual({ journal: 0, report: 0 });
    expect((await start('fork')).status).toBe(503);
    expect((await start('fork')).status).toBe(200);
    expect((await start()).status).toBe(503);
    expect(await readTraffic('fork')).toEqual({ journal: 2, report: 2 });
    expect(await readTraffic()).toEqual({ journal: 2, report: 2 });
  });
});

describe('a request delayed by a fault', () => {
  it('is processed in the state in which it began', async () => {
    await setFaults({ effect: { delay: 5 } });
    const delayed = start();
    await sandbox.pauses.waitUntilBegun(5000);
    await sandbox.send('POST', '/w/own/sandbox/reset');
    sandbox.pauses.end(5000);
    const { status, body } = await delayed;
    expect([status, body.code]).toEqual([409, 'workspaceReset']);
    expect((await readSnapshot()).runtime.challenges).toEqual([]);
    expect(await readTraffic()).toEqual({ journal: 0, report: 0 });
  });

  it('gets the response of its fault although the fault was removed, and appears in no journal', async () => {
    await setFaults({ effect: { delay: 5, code: 'rateLimited' } });
    const delayed = start();
    await sandbox.pauses.waitUntilBegun(5000);
    await sandbox.send('POST', '/w/own/sandbox/reset');
    sandbox.pauses.end(5000);
    expect((await delayed).status).toBe(429);
    expect(await readTraffic()).toEqual({ journal: 0, report: 0 });
  });
});

describe('the journal of a generation that has ended', () => {
  it('is closed and adds no entry to the next journal', async () => {
    const clock = createSteppingClock(0);
    const store = sandbox.store;
    const signatures = await loadSignatures();
    const journals = createMemoryJournals({ store, limit: 10, clock, signatures });
    const endedGeneration = await store.open('own');
    const first = journals.getJournal(endedGeneration);
    await store.reset('own');
    const next = journals.getJournal(await store.open('own'));
    expect(next).not.toBe(first);
    expect(journals.getJournal(endedGeneration)).not.toBe(first);
    expect(journals.getJournal(await store.open('own'))).toBe(next);
    const ended: unknown = await journals
      .getJournal(endedGeneration)
      .follow(0, AbortSignal.timeout(5000))
      .next();
    expect(ended).toEqual({ done: true, value: undefined });
  });

  it('is closed without a notification: another process may delete the workspace', async () => {
    const clock = createSteppingClock(0);
    const store = Object.assign(Object.create(sandbox.store), { onEnd: () => {} });
    const signatures = await loadSignatures();
    const journals = createMemoryJournals({ store, limit: 10, clock, signatures });
    const first = journals.getJournal({ name: 'own', generation: 1 });
    const following = first.follow(0, AbortSignal.timeout(5000)).next();
    journals.getJournal({ name: 'own', generation: 2 });
    expect(await following).toEqual({ done: true, value: undefined });
  });
});

describe('a stream of a journal', () => {
  it('counts as use of its workspace', async () => {
    const streamEnd = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const url = `${sandbox.url}/w/own/sandbox/journal`;
    const stream = await fetch(url, { headers, signal: streamEnd.signal });
    expect(stream.status).toBe(200);
    sandbox.clock.advance(HOUR - 1);
    await sandbox.pauses.waitUntilBegun(15_000);
    sandbox.pauses.end(15_000);
    await sandbox.pauses.waitUntilBegun(15_000);
    sandbox.clock.advance(HOUR - 1);
    expect((await sandbox.send('GET', '/w/own/sandbox/health')).status).toBe(200);
    streamEnd.abort();
  });
});
