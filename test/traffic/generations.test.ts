/** Tests what ends with a generation of a workspace, for example at a reset. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createSteppingClock } from '../setup/stepping-clock.ts';
import { loadSignatures } from '../../src/ports/signatures.ts';
import type { Store } from '../../src/store/store.ts';
import { createMemoryJournals } from '../../src/traffic/journal/journals.ts';
import { HEARTBEAT } from '../../src/control/journal-events.ts';
import { startTestSandbox, type HttpResponse, type TestSandbox } from '../control/sandbox.ts';
import { start } from './requests.ts';

const HOUR = 3_600_000;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox({ workspaceLimits: { limit: 10, idleTimeout: HOUR } });
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
const startIn = (name = 'own') => start(sandbox, { prefix: `/w/${name}` });
const readSnapshot = async () => {
  const accept = 'application/json';
  const path = '/w/own/sandbox/scenario?runtime=true';
  return (await sandbox.send('GET', path, undefined, { accept })).body;
};

describe('journal, client report and faults', () => {
  it.each<[event: string, clear: () => Promise<unknown>]>([
    ['a reset', () => sandbox.send('POST', '/w/own/sandbox/reset')],
    ['a new scenario', () => sandbox.send('PUT', '/w/own/sandbox/scenario', { name: 'empty' })],
    [
      'a snapshot of the workspace',
      async () =>
        sandbox.send('PUT', '/w/own/sandbox/scenario', { document: await readSnapshot() }),
    ],
    [
      'a deletion of the workspace',
      async () => {
        await sandbox.send('DELETE', '/sandbox/workspaces/own');
        await createWorkspace('own');
      },
    ],
    [
      'the expiry of the workspace',
      async () => {
        sandbox.clock.advance(HOUR);
        expect((await sandbox.send('GET', '/w/own/sandbox/journal')).status).toBe(404);
        await createWorkspace('own');
      },
    ],
  ])('are cleared by %s', async (_event, clear) => {
    await setFaults({ id: 'never', match: { clientId: 'nobody' }, effect: { status: 503 } });
    await startIn();
    expect(await readTraffic()).toEqual({ journal: 1, report: 1 });
    await clear();
    expect(await readTraffic()).toEqual({ journal: 0, report: 0 });
    expect(await control('/faults')).toEqual({ rules: [] });
    await startIn();
    expect(await readTraffic()).toEqual({ journal: 1, report: 1 });
  });

  it('are not in a snapshot', async () => {
    await setFaults({ effect: { delay: 0 } });
    expect((await readSnapshot()).runtime).not.toHaveProperty('faults');
  });

  it('are empty in a fork, except the faults, which are copied', async () => {
    await setFaults({ id: 'twice', effect: { status: 503 }, times: 2 });
    expect((await startIn()).status).toBe(503);
    await createWorkspace('fork', { from: 'own' });
    expect(await readTraffic('fork')).toEqual({ journal: 0, report: 0 });
    expect((await startIn('fork')).status).toBe(503);
    expect((await startIn('fork')).status).toBe(200);
    expect((await startIn()).status).toBe(503);
    expect(await readTraffic('fork')).toEqual({ journal: 2, report: 2 });
    expect(await readTraffic()).toEqual({ journal: 2, report: 2 });
  });
});

describe('a request delayed by a fault', () => {
  it('is refused if its workspace is reset meanwhile, and changes nothing', async () => {
    await setFaults({ effect: { delay: 5 } });
    const delayedRequest = startIn();
    await sandbox.pauses.waitForPause(5000);
    await sandbox.send('POST', '/w/own/sandbox/reset');
    sandbox.pauses.end(5000);
    const { status, body } = await delayedRequest;
    expect([status, body.code]).toEqual([409, 'workspaceReset']);
    expect((await readSnapshot()).runtime.challenges).toEqual([]);
    expect(await readTraffic()).toEqual({ journal: 0, report: 0 });
  });

  it('gets the response of its fault although a reset removed the fault, and appears in no journal', async () => {
    await setFaults({ effect: { delay: 5, code: 'rateLimited' } });
    const delayedRequest = startIn();
    await sandbox.pauses.waitForPause(5000);
    await sandbox.send('POST', '/w/own/sandbox/reset');
    sandbox.pauses.end(5000);
    expect((await delayedRequest).status).toBe(429);
    expect(await readTraffic()).toEqual({ journal: 0, report: 0 });
  });
});

describe('the journal of a generation that has ended', () => {
  const openJournals = async (store: Store) =>
    createMemoryJournals({
      store,
      limit: 10,
      clock: createSteppingClock(0),
      signatures: await loadSignatures(),
    });

  it('is closed when the journal of the next generation is opened, even if the store reported no end', async () => {
    const store = Object.assign(Object.create(sandbox.store), { onEnd: () => {} });
    const journals = await openJournals(store);
    const firstJournal = journals.getJournal({ name: 'own', generation: 1 });
    const nextResult = firstJournal.follow(0, AbortSignal.timeout(5000)).next();
    journals.getJournal({ name: 'own', generation: 2 });
    expect(await nextResult).toEqual({ done: true, value: undefined });
  });
});

describe('a stream of a journal', () => {
  it('prevents the expiry of its workspace', async () => {
    const streamEnd = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const url = `${sandbox.url}/w/own/sandbox/journal`;
    const stream = await fetch(url, { headers, signal: streamEnd.signal });
    expect(stream.status).toBe(200);
    sandbox.clock.advance(HOUR - 1);
    await sandbox.pauses.waitForPause(HEARTBEAT);
    sandbox.pauses.end(HEARTBEAT);
    await sandbox.pauses.waitForPause(HEARTBEAT);
    sandbox.clock.advance(HOUR - 1);
    expect((await sandbox.send('GET', '/w/own/sandbox/health')).status).toBe(200);
    streamEnd.abort();
  });
});
