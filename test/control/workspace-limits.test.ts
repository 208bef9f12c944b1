/** The maximum number of workspaces, their idle timeout, and requests to an unknown workspace. */
import { afterEach, describe, expect, it } from 'vitest';

import { START, startTestSandbox, type TestSandbox } from './sandbox.ts';

const HOUR = 3_600_000;

let sandbox: TestSandbox;
afterEach(() => sandbox.close());

const createWorkspace = (body: object) => sandbox.send('POST', '/sandbox/workspaces', body);
const listNames = async () => {
  const { body } = await sandbox.send('GET', '/sandbox/workspaces');
  return body.items.map(({ name }: { name: string }) => name);
};
const readHealthStatus = async (name: string) =>
  (await sandbox.send('GET', `/w/${name}/sandbox/health`)).status;
const toIso = (instant: number) => new Date(instant).toISOString();

describe('the limit of workspaces', () => {
  it('rejects a workspace above the limit until another workspace is deleted', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 2, idleTimeout: null } });
    await createWorkspace({ name: 'a' });
    await createWorkspace({ name: 'b' });
    for (const body of [{ name: 'c' }, { name: 'c', from: 'a' }, { name: 'c', from: 'default' }]) {
      const response = await createWorkspace(body);
      expect(response.status).toBe(409);
      expect(response.body.code).toBe('workspaceLimit');
      expect(response.body.message).toMatch(/2 workspaces.*DELETE .*--workspace-limit/);
    }
    expect((await createWorkspace({ name: 'a' })).body.code).toBe('workspaceExists');
    expect(await readHealthStatus('c')).toBe(404);
    await sandbox.send('DELETE', '/sandbox/workspaces/a');
    expect((await createWorkspace({ name: 'c' })).status).toBe(201);
  });

  it('applies to concurrent creation', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 10, idleTimeout: HOUR } });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => createWorkspace({ name: `w${index}` })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    // The default workspace does not count towards the limit.
    expect(await listNames()).toHaveLength(10 + 1);
  });
});

describe('the idle timeout of a workspace', () => {
  it('deletes the workspace everywhere, so that its name is available again', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 1, idleTimeout: HOUR } });
    const createResponse = await createWorkspace({ name: 'a' });
    expect(createResponse.body.expiresAt).toBe(toIso(Date.parse(START) + HOUR));
    sandbox.clock.advance(HOUR);
    expect(await listNames()).toEqual(['default']);
    expect(await readHealthStatus('a')).toBe(404);
    expect((await createWorkspace({ name: 'b', from: 'a' })).status).toBe(404);
    expect((await sandbox.send('DELETE', '/sandbox/workspaces/a')).status).toBe(404);
    expect((await createWorkspace({ name: 'a' })).status).toBe(201);
    expect(await sandbox.store.listNames()).toEqual(['default', 'a']);
  });

  it('makes room for another workspace below the limit', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 1, idleTimeout: HOUR } });
    await createWorkspace({ name: 'a' });
    expect((await createWorkspace({ name: 'b' })).status).toBe(409);
    sandbox.clock.advance(HOUR);
    expect((await createWorkspace({ name: 'b' })).status).toBe(201);
    expect(await listNames()).toEqual(['default', 'b']);
  });

  it.each([
    ['a request to its service', () => sandbox.sendSms('+12025550143', '/w/a')],
    ['a rejected request', () => sandbox.send('POST', '/w/a/v1/auth/cryptoWallet:start', {})],
    ['a request to its control API', () => sandbox.send('GET', '/w/a/sandbox/health')],
    ['a fork of the workspace', () => createWorkspace({ name: 'fork', from: 'a' })],
  ])('begins again with %s', async (_request, useWorkspace) => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 9, idleTimeout: HOUR } });
    await createWorkspace({ name: 'a' });
    sandbox.clock.advance(HOUR - 1);
    await useWorkspace();
    sandbox.clock.advance(HOUR - 1);
    const { body } = await sandbox.send('GET', '/sandbox/workspaces');
    const workspace = body.items.find(({ name }: { name: string }) => name === 'a');
    expect(workspace.expiresAt).toBe(toIso(sandbox.clock.now() + 1));
    expect(await readHealthStatus('a')).toBe(200);
  });

  it('does not begin again when the workspaces are listed', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 9, idleTimeout: HOUR } });
    await createWorkspace({ name: 'a' });
    sandbox.clock.advance(HOUR - 1);
    expect(await listNames()).toEqual(['default', 'a']);
    sandbox.clock.advance(1);
    expect(await listNames()).toEqual(['default']);
  });

  it('does not end while a client waits for a message in the inbox', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 9, idleTimeout: HOUR } });
    await createWorkspace({ name: 'a' });
    const pendingRequest = sandbox.send('GET', '/w/a/sandbox/inbox?wait=PT10S');
    await sandbox.pauses.waitForPause(10_000);
    sandbox.clock.advance(2 * HOUR);
    // Creating a workspace deletes the expired workspaces.
    await createWorkspace({ name: 'b' });
    expect((await sandbox.sendSms('+12025550143', '/w/a')).status).toBe(200);
    expect((await pendingRequest).body.items).toHaveLength(1);
  });

  it('does not apply to the default workspace', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 9, idleTimeout: HOUR } });
    sandbox.clock.advance(100 * HOUR);
    await createWorkspace({ name: 'a' });
    expect(await listNames()).toEqual(['default', 'a']);
    const { body } = await sandbox.send('GET', '/sandbox/workspaces');
    expect(body.items[0]).not.toHaveProperty('expiresAt');
  });

  it('is measured with the wall clock, not with the clock of the workspace', async () => {
    sandbox = await startTestSandbox({ workspaceLimits: { limit: 9, idleTimeout: HOUR } });
    await createWorkspace({ name: 'a' });
    await sandbox.send('PATCH', '/w/a/sandbox/clock', { advance: 'P365D', frozen: true });
    expect(await readHealthStatus('a')).toBe(200);
    sandbox.clock.advance(HOUR);
    expect(await readHealthStatus('a')).toBe(404);
  });
});

describe('an unknown workspace', () => {
  it.each([
    ['POST', '/v1/auth/cryptoWallet:start'],
    ['POST', '/v1/auth/otp/sms:send'],
    ['GET', '/user'],
    ['GET', '/nothing'],
    ['GET', '/sandbox/health'],
    ['GET', '/sandbox/control.json'],
    ['GET', '/sandbox/wallets'],
    ['POST', '/sandbox/reset'],
    ['PUT', '/sandbox/scenario'],
    ['POST', '/sandbox/workspaces'],
    ['GET', '/sandbox/nothing'],
  ])('causes a 404 that names the request to create it: %s %s', async (method, path) => {
    sandbox = await startTestSandbox();
    for (const name of ['nowhere', 'NoWhere', 'a%20b']) {
      const response = await fetch(`${sandbox.url}/w/${name}${path}`, { method });
      expect(response.status).toBe(404);
      const body: unknown = await response.json();
      expect(body).toMatchObject({
        code: 'workspaceUnknown',
        message: expect.stringMatching(/Unknown workspace.*POST \/sandbox\/workspaces/),
        details: [],
      });
    }
  });
});
