import { connect } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { HEARTBEAT } from '../../src/control/journal-events.ts';
import { startTestSandbox, useTestSandbox } from '../control/sandbox.ts';
import { readJournal, start, WALLET } from './requests.ts';
import { openEventStream } from './event-stream.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
});

const open = (query = '', headers = {}) =>
  openEventStream(`${sandbox.url}/sandbox/journal${query}`, headers);

describe('the journal as a stream', () => {
  it('sends new requests as they appear in the journal', async () => {
    await start(sandbox);
    const stream = await open();
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    await start(sandbox, { body: {} });
    await start(sandbox);
    const events = [await stream.next(), await stream.next()];
    const entries = (await readJournal(sandbox)).slice(1);
    expect(events.map((event) => event?.entry)).toEqual(entries);
    expect(events.map((event) => event?.id)).toEqual(entries.map(({ id }) => id));
    await stream.close();
  });

  it('sends only requests that match the filter', async () => {
    const stream = await open('?outcome=refused&user=rita');
    await start(sandbox);
    await start(sandbox, { body: { walletAddress: 'x' } });
    await start(sandbox, { headers: { 'service-client-id': 'stranger' } });
    await sandbox.sendSms('+12025550143');
    const invalidBody = { ...WALLET, walletNetwork: 'B' };
    await start(sandbox, { body: invalidBody });
    expect((await stream.next())?.entry.request.body).toEqual(invalidBody);
    await stream.close();
  });

  it('resumes after the last event of a broken stream, or after the entry in the query', async () => {
    const brokenStream = await open();
    for (let count = 0; count < 4; count += 1) await start(sandbox);
    await brokenStream.next();
    const secondEvent = await brokenStream.next();
    await brokenStream.close();
    const entries = await readJournal(sandbox);
    const streamByHeader = await open(`?after=${entries[0]?.id}`, {
      'last-event-id': secondEvent?.id ?? '',
    });
    expect((await streamByHeader.next())?.id).toBe(entries[2]?.id);
    const streamByQuery = await open(`?after=${entries[0]?.id}`);
    expect((await streamByQuery.next())?.id).toBe(entries[1]?.id);
    // After an unknown entry, the stream starts with the first.
    const streamFromStart = await open('', { 'last-event-id': 'of-another-run-7' });
    expect((await streamFromStart.next())?.id).toBe(entries[0]?.id);
    for (const stream of [streamByHeader, streamByQuery, streamFromStart]) await stream.close();
  });

  it('sends keep-alive comments while there are no events', async () => {
    const stream = await open();
    for (let count = 0; count < 2; count += 1) {
      await sandbox.pauses.waitForPause(HEARTBEAT);
      sandbox.pauses.end(HEARTBEAT);
      expect(await stream.nextPart()).toBe(':');
    }
    await start(sandbox);
    expect((await stream.next())?.entry.operation).toBe('startWalletAuth');
    await stream.close();
    await expect.poll(() => sandbox.pauses.runningPauses).toEqual([]);
  });

  it('continues when the journal is cleared', async () => {
    const stream = await open();
    await start(sandbox);
    await stream.next();
    await sandbox.send('DELETE', '/sandbox/journal');
    await start(sandbox);
    expect((await stream.next())?.id).toBe((await readJournal(sandbox))[0]?.id);
    await stream.close();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is reset', () => sandbox.send('POST', '/w/brief/sandbox/reset')],
    [
      'loads another scenario',
      () => sandbox.send('PUT', '/w/brief/sandbox/scenario', { name: 'empty' }),
    ],
    ['is deleted', () => sandbox.send('DELETE', '/sandbox/workspaces/brief')],
  ])('ends when the workspace %s, and a client that reconnects misses no entry', async (_, end) => {
    await sandbox.send('DELETE', '/sandbox/workspaces/brief');
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'brief' });
    const url = `${sandbox.url}/w/brief/sandbox/journal`;
    const streams = await Promise.all([openEventStream(url), openEventStream(url)]);
    await start(sandbox, { prefix: '/w/brief' });
    const lastEvent = await streams[0]?.next();
    await streams[1]?.next();
    await end();
    for (const stream of streams) expect(await stream.next()).toBeUndefined();

    // Creates a deleted workspace again. If the workspace still exists, this request is rejected.
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'brief' });
    await start(sandbox, { prefix: '/w/brief' });
    const newStream = await openEventStream(url, { 'last-event-id': lastEvent?.id ?? '' });
    expect((await newStream.next())?.entry.operation).toBe('startWalletAuth');
    await newStream.close();
  });

  it('ends when the sandbox stops', async () => {
    const endingSandbox = await startTestSandbox();
    const stream = await openEventStream(`${endingSandbox.url}/sandbox/journal`);
    endingSandbox.startClosing();
    expect(await stream.next()).toBeUndefined();
    await endingSandbox.close();
  });

  it('ends when the store fails, and no longer follows the journal', async () => {
    const failingSandbox = await startTestSandbox();
    const stream = await openEventStream(`${failingSandbox.url}/sandbox/journal`);
    await failingSandbox.pauses.waitForPause(HEARTBEAT);
    const journal = failingSandbox.journals.getJournal(await failingSandbox.store.open('default'));
    expect(journal.hasFollowers()).toBe(true);
    vi.spyOn(failingSandbox.store, 'open').mockRejectedValue(new Error('failed'));
    failingSandbox.pauses.end(HEARTBEAT);
    expect(await stream.next()).toBeUndefined();
    expect(journal.hasFollowers()).toBe(false);
    await failingSandbox.close();
  });

  it('does not delay requests if a client stops reading', async () => {
    const smallSandbox = await startTestSandbox({ journalLimit: 5 });
    const { port } = new URL(smallSandbox.url);
    const stalledClient = connect(Number(port), '127.0.0.1');
    stalledClient.pause();
    stalledClient.write(
      'GET /sandbox/journal HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n',
    );
    const body = { walletAddress: 'z'.repeat(50_000) };
    for (let count = 0; count < 100; count += 1) await start(smallSandbox, { body });
    const entries = await readJournal(smallSandbox);
    expect(entries).toHaveLength(5);
    const newStream = await openEventStream(`${smallSandbox.url}/sandbox/journal`);
    await start(smallSandbox);
    expect((await newStream.next())?.entry.outcome).toBe('accepted');
    await newStream.close();
    stalledClient.destroy();
    await smallSandbox.close();
  });

  it('responds to HEAD without a stream, and rejects an unknown workspace', async () => {
    const accept = { accept: 'text/event-stream' };
    const head = await fetch(`${sandbox.url}/sandbox/journal`, { method: 'HEAD', headers: accept });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const unknownWorkspace = await fetch(`${sandbox.url}/w/nowhere/sandbox/journal`, {
      headers: accept,
    });
    expect(unknownWorkspace.status).toBe(404);
  });

  it('is sent only if Accept prefers text/event-stream; other requests get JSON', async () => {
    for (const accept of ['*/*', 'application/json', 'text/event-stream;q=0.5, application/json']) {
      const { headers } = await sandbox.send('GET', '/sandbox/journal', undefined, { accept });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
    const { status } = await sandbox.send('GET', '/sandbox/journal', undefined, {
      accept: 'text/html',
    });
    expect(status).toBe(406);
  });

  it.each(['text/event-stream', 'text/html'])(
    'is not sent if the query selects format=har, which takes precedence over Accept: %s',
    async (accept) => {
      const path = '/sandbox/journal?format=har';
      const { status, headers } = await sandbox.send('GET', path, undefined, { accept });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/har\+json/);
    },
  );
});
