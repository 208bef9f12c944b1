import { beforeEach, describe, expect, it } from 'vitest';

import { useTestSandbox } from './sandbox.ts';

/** The number of requests that wait for a message. */
let waitingRequests = 0;
const sandbox = useTestSandbox({
  replaceInStore: (store) => ({
    async watch(...parameters) {
      waitingRequests += 1;
      await store.watch(...parameters);
      waitingRequests -= 1;
    },
  }),
});
beforeEach(() => sandbox.send('POST', '/sandbox/reset'));

const readInbox = async (query = '', prefix = '') => {
  const { status, body } = await sandbox.send('GET', `${prefix}/sandbox/inbox${query}`);
  expect(status).toBe(200);
  return body.items;
};
const PHONE = '+12025550143';

describe('listInbox', () => {
  it('is empty at first', async () => {
    expect(await readInbox()).toEqual([]);
  });

  it('returns sent messages', async () => {
    const { body } = await sandbox.sendSms(PHONE);
    const [message] = await readInbox();
    expect(message).toMatchObject({
      channel: 'sms',
      to: PHONE,
      recordId: body.phoneId,
      clientId: 'wallet-app',
      status: 'pending',
    });
    expect(message.code).toMatch(/^\d{6}$/);
    expect(Date.parse(message.expiresAt) - Date.parse(message.sentAt)).toBe(600_000);
  });

  it('returns the status of a message', async () => {
    await sandbox.sendSms(PHONE);
    await sandbox.sendSms(PHONE);
    expect((await readInbox()).map(({ status }: { status: string }) => status)).toEqual([
      'replaced',
      'pending',
    ]);
    await sandbox.send('PATCH', '/sandbox/clock', { advance: 'PT10M' });
    expect((await readInbox()).map(({ status }: { status: string }) => status)).toEqual([
      'replaced',
      'expired',
    ]);
  });

  it('filters by channel and destination, and starts after the message with the given id', async () => {
    await sandbox.sendSms(PHONE);
    await sandbox.sendEmail('rita@example.test');
    await sandbox.sendSms('+12025550144');
    const readDestinations = async (query: string) =>
      (await readInbox(query)).map(({ to }: { to: string }) => to);
    expect(await readDestinations('?channel=email')).toEqual(['rita@example.test']);
    expect(await readDestinations('?to=RITA@example.test')).toEqual(['rita@example.test']);
    expect(await readDestinations('?to=%2B12025550144')).toEqual(['+12025550144']);
    expect(await readDestinations('?to=+12025550144')).toEqual(['+12025550144']);
    expect(await readDestinations('?channel=email&to=%2B12025550144')).toEqual([]);
    const [firstMessage] = await readInbox();
    expect(await readDestinations(`?after=${firstMessage.id}`)).toEqual([
      'rita@example.test',
      '+12025550144',
    ]);
  });
});

describe('listInbox with pagination', () => {
  const readPage = async (query: string) =>
    (await sandbox.send('GET', `/sandbox/inbox${query}`)).body;

  it('returns all messages in one page without a limit', async () => {
    for (let count = 0; count < 3; count += 1) await sandbox.sendSms(PHONE);
    const fullPage = await readPage('');
    expect([fullPage.items.length, fullPage.nextCursor]).toEqual([3, null]);
  });

  it('continues at the cursor within the filtered messages', async () => {
    await sandbox.sendSms(PHONE);
    await sandbox.sendEmail('rita@example.test');
    await sandbox.sendSms(PHONE);
    const messages = await readInbox('?channel=sms');
    const firstPage = await readPage('?channel=sms&limit=1');
    expect(firstPage).toEqual({ items: [messages[0]], nextCursor: '1' });
    const lastPage = await readPage(`?channel=sms&limit=1&cursor=${firstPage.nextCursor}`);
    expect(lastPage).toEqual({ items: [messages[1]], nextCursor: null });
    const remainingPage = await readPage(`?channel=sms&cursor=${firstPage.nextCursor}`);
    expect(remainingPage).toEqual(lastPage);
  });

  it('waits for the message after the cursor', async () => {
    await sandbox.sendSms(PHONE);
    const pendingRequest = readPage('?limit=1&cursor=1&wait=PT30S');
    await sandbox.pauses.waitForPause(30_000);
    await sandbox.sendEmail('rita@example.test');
    expect((await pendingRequest).items).toMatchObject([{ to: 'rita@example.test' }]);
  });
});

describe('listInbox with wait', () => {
  it('responds immediately if a message exists', async () => {
    await sandbox.sendSms(PHONE);
    expect(await readInbox('?wait=PT30S')).toHaveLength(1);
  });

  it('responds as soon as a matching message is sent', async () => {
    const pendingRequest = readInbox('?wait=PT30S&to=rita@example.test');
    await sandbox.pauses.waitForPause(30_000);
    await sandbox.sendSms(PHONE);
    await sandbox.sendEmail('rita@example.test');
    expect(await pendingRequest).toMatchObject([{ to: 'rita@example.test' }]);
    expect(waitingRequests).toBe(0);
    expect(sandbox.pauses.runningPauses).toEqual([]);
  });

  it('returns an empty list after the timeout', async () => {
    const pendingRequest = readInbox('?wait=PT20S');
    await sandbox.pauses.waitForPause(20_000);
    sandbox.pauses.end(20_000);
    expect(await pendingRequest).toEqual([]);
    expect(waitingRequests).toBe(0);
  });

  it('ends if the client disconnects', async () => {
    const client = new AbortController();
    const pendingRequest = fetch(`${sandbox.url}/sandbox/inbox?wait=PT30S`, {
      signal: client.signal,
    });
    await sandbox.pauses.waitForPause(30_000);
    client.abort();
    await expect(pendingRequest).rejects.toThrow();
    await expect.poll(() => waitingRequests).toBe(0);
  });

  it('ends if the workspace is deleted', async () => {
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'short-lived' });
    const pendingRequest = sandbox.send('GET', '/w/short-lived/sandbox/inbox?wait=PT30S');
    await sandbox.pauses.waitForPause(30_000);
    await sandbox.send('DELETE', '/sandbox/workspaces/short-lived');
    expect((await pendingRequest).status).toBe(404);
  });

  it('ignores messages of other workspaces', async () => {
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'elsewhere' });
    await sandbox.sendSms(PHONE, '/w/elsewhere');
    const pendingRequest = readInbox('?wait=PT20S');
    await sandbox.pauses.waitForPause(20_000);
    sandbox.pauses.end(20_000);
    expect(await pendingRequest).toEqual([]);
    expect(await readInbox('', '/w/elsewhere')).toHaveLength(1);
    await sandbox.send('DELETE', '/sandbox/workspaces/elsewhere');
  });

  it.each(['PT30.001S', 'P1D', '5', 'PT', 'P1M', ''])('rejects the duration %j', async (wait) => {
    const { status, body } = await sandbox.send('GET', `/sandbox/inbox?wait=${wait}`);
    expect(status).toBe(400);
    expect(body.details[0].pointer).toBe('/query/wait');
  });
});

describe('clearInbox', () => {
  it('does not invalidate the one-time passwords', async () => {
    const { body: record } = await sandbox.sendSms(PHONE);
    const [{ code }] = await readInbox();
    expect((await sandbox.send('DELETE', '/sandbox/inbox')).status).toBe(204);
    expect(await readInbox()).toEqual([]);
    const attempt = { phoneId: record.phoneId, otp: code };
    const { status } = await sandbox.postToService('/v1/auth/otp/sms:authenticate', attempt);
    expect(status).toBe(200);
  });
});
