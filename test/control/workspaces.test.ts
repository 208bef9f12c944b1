import { describe, expect, it, onTestFinished } from 'vitest';

import { listPointers, startTestSandbox, useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();

const createWorkspace = (body?: unknown) => sandbox.send('POST', '/sandbox/workspaces', body);
const scenario = { name: 'one', users: [{ key: 'solo', emailAddress: 'solo@example.test' }] };

describe('createWorkspace', () => {
  it('creates a workspace with the settings of the sandbox', async () => {
    const { status, body } = await createWorkspace({ name: 'plain' });
    expect(status).toBe(201);
    expect(body).toEqual({
      name: 'plain',
      baseUrl: `${sandbox.url}/w/plain`,
      controlUrl: `${sandbox.url}/w/plain/sandbox`,
      hostUrl: `http://plain.localhost:${new URL(sandbox.url).port}`,
      clients: [
        { id: 'wallet-app', secret: 'wallet-app-secret', accessToken: 'wallet-app-token' },
        { id: 'exchange-app', secret: 'exchange-app-secret', accessToken: 'exchange-app-token' },
      ],
      seed: 7,
    });
    expect((await sandbox.send('GET', '/w/plain/sandbox/users/rita')).status).toBe(200);
  });

  it('generates another name if a generated name is in use', async () => {
    // The names that the test sandbox generates first.
    const takenNames = Array.from({ length: 20 }, (_, index) => `generated-${index + 1}`);
    for (const name of takenNames) await createWorkspace({ name });
    const { status, body } = await createWorkspace({});
    expect(status).toBe(201);
    expect(takenNames).not.toContain(body.name);
  });

  it('requires no body and generates a name', async () => {
    const { status, body } = await createWorkspace();
    expect(status).toBe(201);
    expect(body.name).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
  });

  it('creates an isolated workspace', async () => {
    await createWorkspace({ name: 'apart' });
    await sandbox.send('PATCH', '/w/apart/sandbox/users/rita', { addFlags: ['F0000'] });
    await sandbox.send('PATCH', '/w/apart/sandbox/clock', { advance: 'P1D' });
    const { body } = await sandbox.send('GET', '/sandbox/users/rita');
    expect(body.flags).toMatchObject([{ code: 'K1001' }]);
    const defaultTime = (await sandbox.send('GET', '/sandbox/clock')).body.now;
    const workspaceTime = (await sandbox.send('GET', '/w/apart/sandbox/clock')).body.now;
    expect(Date.parse(workspaceTime) - Date.parse(defaultTime)).toBe(86_400_000);
  });

  it('accepts scenario, dialect and seed', async () => {
    const dialect = { version: 1, values: { otp: { sms: { codeLength: 8 } } } };
    const { body } = await createWorkspace({ name: 'own', scenario, dialect, seed: 42 });
    expect(body.seed).toBe(42);
    const { body: health } = await sandbox.send('GET', '/w/own/sandbox/health');
    expect(health).toMatchObject({ workspace: 'own', scenario: 'one', seed: 42 });
    const { body: effectiveDialect } = await sandbox.send('GET', '/w/own/sandbox/dialect');
    expect(effectiveDialect.values.otp.sms.codeLength).toBe(8);
    expect(effectiveDialect.values.otp.email.codeLength).toBe(6);
    await sandbox.sendSms('+12025550143', '/w/own');
    const { body: inbox } = await sandbox.send('GET', '/w/own/sandbox/inbox');
    expect(inbox.items[0].code).toHaveLength(8);
  });

  it('loads the scenario again from its source if the dialect is different', async () => {
    const dialect = { version: 1, values: { wallet: { identity: 'addressAndNetwork' } } };
    const { status } = await createWorkspace({ name: 'other-dialect', dialect });
    expect(status).toBe(201);
    // The source in the test sandbox is "default", although its workspaces use the scenario "people".
    const { body } = await sandbox.send('GET', '/w/other-dialect/sandbox/health');
    expect(body.scenario).toBe('default');
  });

  it('accepts the name of a built-in scenario', async () => {
    expect((await createWorkspace({ name: 'from-library', scenario: 'default' })).status).toBe(201);
  });

  it('forks the current state of a workspace', async () => {
    await createWorkspace({ name: 'origin' });
    await sandbox.send('PATCH', '/w/origin/sandbox/users/rita', { addFlags: ['F0000'] });
    const jwks = (await sandbox.send('GET', '/w/origin/sandbox/jwks.json')).body;
    expect((await createWorkspace({ name: 'fork', from: 'origin' })).status).toBe(201);
    await sandbox.send('POST', '/w/origin/sandbox/reset');
    const { body } = await sandbox.send('GET', '/w/fork/sandbox/users/rita');
    expect(body.flags).toMatchObject([{ code: 'K1001' }, { code: 'F0000' }]);
    expect((await sandbox.send('GET', '/w/fork/sandbox/jwks.json')).body).toEqual(jwks);
    expect((await sandbox.send('GET', '/sandbox/jwks.json')).body).not.toEqual(jwks);
  });

  it.each(['default', 'existing'])('rejects the existing name %s', async (name) => {
    await createWorkspace({ name });
    const { status, body } = await createWorkspace({ name });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'workspaceExists', details: [{ pointer: '/body/name' }] });
  });

  it('rejects a fork of an unknown workspace', async () => {
    const { status, body } = await createWorkspace({ from: 'nowhere' });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'workspaceUnknown', details: [{ pointer: '/body/from' }] });
  });

  it('rejects scenario and seed for a fork', async () => {
    const { status, body } = await createWorkspace({
      from: 'default',
      seed: 1,
      scenario: 'default',
    });
    expect(status).toBe(400);
    expect(listPointers(body)).toEqual(['/body/scenario', '/body/seed']);
  });

  it.each([
    ['/body/scenario', 'invalidScenario', { scenario: 'no-such-scenario' }],
    [
      '/body/scenario/users/0/flags/0',
      'invalidScenario',
      { scenario: { name: 's', users: [{ key: 'a', flags: ['X'] }] } },
    ],
    [
      '/body/dialect/values/wallet/varient',
      'invalidDialect',
      { dialect: { version: 1, values: { wallet: { varient: 'type' } } } },
    ],
  ])('returns the findings at %s and creates no workspace', async (pointer, code, request) => {
    const { status, body } = await createWorkspace({ name: 'never', ...request });
    expect(status).toBe(422);
    expect(body.code).toBe(code);
    expect(body.findings).not.toEqual([]);
    expect(listPointers(body)).toContain(pointer);
    expect((await sandbox.send('GET', '/w/never/sandbox/health')).status).toBe(404);
  });

  it('is not available in a workspace other than the default workspace', async () => {
    await createWorkspace({ name: 'inner' });
    const { status, body } = await sandbox.send('POST', '/w/inner/sandbox/workspaces', {});
    expect(status).toBe(404);
    expect(body.message).toContain('/sandbox/workspaces');
    expect((await sandbox.send('POST', '/w/default/sandbox/workspaces', {})).status).toBe(201);
  });
});

describe('listWorkspaces', () => {
  it('supports pagination, with the default workspace first', async () => {
    await createWorkspace({ name: 'listed' });
    const { body: fullList } = await sandbox.send('GET', '/sandbox/workspaces');
    expect(fullList.items[0]).toMatchObject({ name: 'default', baseUrl: sandbox.url });
    expect(fullList.items).toContainEqual(expect.objectContaining({ name: 'listed' }));
    const { body: firstPage } = await sandbox.send('GET', '/sandbox/workspaces?limit=1');
    expect(firstPage).toEqual({ items: fullList.items.slice(0, 1), nextCursor: '1' });
    const { body: lastPage } = await sandbox.send('GET', '/sandbox/workspaces?cursor=1');
    expect(lastPage).toEqual({ items: fullList.items.slice(1), nextCursor: null });
  });
});

describe('readWorkspace', () => {
  it('returns the workspace as the list contains it', async () => {
    await createWorkspace({ name: 'read' });
    const { body } = await sandbox.send('GET', '/sandbox/workspaces/read');
    expect(body).toMatchObject({ name: 'read', baseUrl: `${sandbox.url}/w/read` });
    expect((await sandbox.send('GET', '/sandbox/workspaces')).body.items).toContainEqual(body);
  });

  it('returns 404 for an unknown workspace', async () => {
    const { status, body } = await sandbox.send('GET', '/sandbox/workspaces/nowhere');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'workspaceUnknown', details: [{ pointer: '/path/name' }] });
  });
});

describe('deleteWorkspace', () => {
  const deleteWorkspace = (name: string) => sandbox.send('DELETE', `/sandbox/workspaces/${name}`);

  it('deletes a workspace and all its data', async () => {
    await createWorkspace({ name: 'gone' });
    expect((await deleteWorkspace('gone')).status).toBe(204);
    expect((await sandbox.send('GET', '/w/gone/sandbox/health')).status).toBe(404);
    const { status, body } = await deleteWorkspace('gone');
    expect(status).toBe(404);
    expect(listPointers(body)).toEqual(['/path/name']);
    expect((await createWorkspace({ name: 'gone' })).status).toBe(201);
  });

  it('rejects deleting the default workspace', async () => {
    const { status, body } = await deleteWorkspace('default');
    expect(status).toBe(409);
    expect(body.details[0].pointer).toBe('/path/name');
  });
});

describe('a workspace', () => {
  it('has URLs that start with the public URL', async () => {
    const proxiedSandbox = await startTestSandbox({
      publicUrl: 'https://sandbox.example.test/mock/',
    });
    onTestFinished(() => proxiedSandbox.close());
    const { body } = await proxiedSandbox.send('POST', '/sandbox/workspaces', { name: 'a' });
    expect(body.hostUrl).toBeUndefined();
    expect(body).toMatchObject({
      baseUrl: 'https://sandbox.example.test/mock/w/a',
      controlUrl: 'https://sandbox.example.test/mock/w/a/sandbox',
    });
  });
});
