import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();
beforeEach(() => sandbox.send('PUT', '/sandbox/scenario', { document: people }));

const people = {
  name: 'two-people',
  description: 'Two people.',
  users: [
    { key: 'rita', phoneNumber: '+12025550143', kyc: { status: 'APPROVED' } },
    { key: 'omar', emailAddress: 'omar@example.test' },
  ],
};

const illegalScenario = {
  name: 'illegal',
  users: [
    {
      key: 'rita',
      emailAddress: 'r@example.test',
      transactions: [{ key: 't1', cryptoStatus: 'FAILED' }],
    },
  ],
};

const YAML = { 'content-type': 'application/yaml' };
const load = (body: unknown, headers?: Record<string, string>) =>
  sandbox.send('PUT', '/sandbox/scenario', body, headers);
const readUserKeys = async () => {
  const { body } = await sandbox.send('GET', '/sandbox/users');
  return body.items.map((user: { key: string }) => user.key);
};

describe('listScenarios', () => {
  it('lists the built-in scenarios', async () => {
    const { body } = await sandbox.send('GET', '/sandbox/scenarios');
    const names = body.items.map(({ name }: { name: string }) => name);
    expect(names).toContain('default');
    expect(body.nextCursor).toBe(null);
  });
});

describe('loadScenario', () => {
  it('loads a document', async () => {
    const { status, body } = await load({ document: people });
    expect(status).toBe(200);
    expect(body).toEqual({ name: 'two-people', users: 2, warnings: [] });
    expect(await readUserKeys()).toEqual(['rita', 'omar']);
  });

  it('loads a document that is the whole body, and reports the position of an error in it', async () => {
    expect(await load({ ...people, name: 'bare' })).toMatchObject({
      status: 200,
      body: { name: 'bare', users: 2 },
    });
    expect(await load({ ...people, more: 1 })).toMatchObject({
      status: 422,
      body: { details: [{ pointer: '/body/more' }] },
    });
    expect(await load({ document: people, name: 'both' })).toMatchObject({ status: 400 });
  });

  it('loads a built-in scenario', async () => {
    const { status, body } = await load({ name: 'default' });
    expect(status).toBe(200);
    expect(body.name).toBe('default');
    expect(body.users).toBeGreaterThan(0);
  });

  it.each(['application/yaml', 'text/yaml; charset=utf-8', 'application/x-yaml'])(
    'loads %s',
    async (type) => {
      const text = 'name: in-yaml\nusers:\n  - {key: rita, phoneNumber: "+12025550143"}\n';
      const { status, body } = await load(text, { 'content-type': type });
      expect(status).toBe(200);
      expect(body).toMatchObject({ name: 'in-yaml', users: 1 });
    },
  );

  it('warns about valid but unlikely states (§3.2)', async () => {
    const users = [{ key: 'rita', emailAddress: 'r@example.test', kyc: { status: 'DECLINED' } }];
    const { body } = await load({ document: { name: 'declined', users } });
    expect(body.warnings).toMatchObject([
      { severity: 'warning', clause: '3.2', pointer: '/users/0/kyc/status' },
    ]);
  });

  it('resets inbox, clock and users', async () => {
    await sandbox.sendSms('+12025550143');
    await sandbox.send('PATCH', '/sandbox/clock', { advance: 'P1D', frozen: true });
    await sandbox.send('PATCH', '/sandbox/users/rita', { addFlags: ['F0000'] });
    await load({ document: people });
    expect((await sandbox.send('GET', '/sandbox/inbox')).body.items).toEqual([]);
    expect((await sandbox.send('GET', '/sandbox/clock')).body.frozen).toBe(false);
    expect((await sandbox.send('GET', '/sandbox/users/rita')).body.flags).toEqual([]);
  });

  it('changes nothing if the scenario has errors (§7.5)', async () => {
    const { status, body } = await load({ document: illegalScenario });
    expect(status).toBe(422);
    expect(body.code).toBe('invalidScenario');
    expect(body.findings).toMatchObject([
      { severity: 'error', clause: '7.5', pointer: '/users/0/transactions/0/cryptoStatus' },
    ]);
    expect(body.details).toMatchObject([
      { pointer: '/body/document/users/0/transactions/0/cryptoStatus' },
    ]);
    expect(await readUserKeys()).toEqual(['rita', 'omar']);
  });

  it('generates the missing key of a transaction from its user and position, and skips numbers in use', async () => {
    const pending = { cryptoStatus: 'PENDING' };
    const transactions = [
      pending,
      { ...pending, key: 'rita-3' },
      pending,
      { ...pending, key: 't' },
    ];
    const users = [
      { ...people.users[0], transactions: transactions },
      { ...people.users[1], transactions: [pending] },
    ];
    const readKeys = async (key: string) =>
      (await sandbox.send('GET', `/sandbox/users/${key}`)).body.transactions.map(
        (transaction: { key: string }) => transaction.key,
      );
    // The second load generates the same keys.
    for (const attempt of ['first', 'second']) {
      const { status } = await load({ document: { name: 'keyless', users } });
      expect(status, attempt).toBe(200);
      expect(await readKeys('rita')).toEqual(['rita-1', 'rita-3', 'rita-4', 't']);
      expect(await readKeys('omar')).toEqual(['omar-1']);
    }
  });

  it('generates a valid key for a transaction of a user with the longest key', async () => {
    const key = 'a'.repeat(63);
    const users = [
      { key, emailAddress: 'a@example.test', transactions: [{ cryptoStatus: 'PENDING' }] },
    ];
    expect((await load({ document: { name: 'long', users } })).status).toBe(200);
    const { body } = await sandbox.send('GET', '/sandbox/scenario');
    expect((await load({ document: body })).status).toBe(200);
  });

  it('generates users from seed 1 by default', async () => {
    await load({ document: { name: 'many', generate: { users: 3 } } });
    const { body } = await sandbox.send('GET', '/sandbox/users');
    await load({ document: { name: 'many', generate: { seed: 1, users: 3 } } });
    expect((await sandbox.send('GET', '/sandbox/users')).body).toEqual(body);
    await load({ document: { name: 'many', generate: { seed: 2, users: 3 } } });
    expect((await sandbox.send('GET', '/sandbox/users')).body).not.toEqual(body);
  });

  it('reports line and column in YAML', async () => {
    const text =
      'name: mine\nusers:\n  - emailAddress: r@example.test\n    key: rita\n    fone: "+12025550143"\n';
    const { status, body } = await load(text, YAML);
    expect(status).toBe(422);
    expect(body.findings).toMatchObject([{ line: 5, column: 5, pointer: '/users/0/fone' }]);
    expect(body.details[0].pointer).toBe('/body/users/0/fone');
  });

  it('returns 422 for an unknown name, and suggests a similar name', async () => {
    const { status, body } = await load({ name: 'defualt' });
    expect(status).toBe(422);
    expect(body.details[0].pointer).toBe('/body/name');
    expect(body.findings[0].hint).toContain('default');
  });
});

describe('exportScenario', () => {
  const exportScenario = (accept?: string) =>
    sandbox.send('GET', '/sandbox/scenario', undefined, accept === undefined ? {} : { accept });

  it('returns a document that can be loaded unchanged', async () => {
    for (const path of ['/sandbox/scenario', '/sandbox/scenario?runtime=true']) {
      const { body } = await sandbox.send('GET', path);
      expect(await load(body)).toMatchObject({ status: 200, body: { users: 2 } });
    }
  });

  it('returns a document that restores the same state', async () => {
    await sandbox.send('PATCH', '/sandbox/users/rita', { addFlags: ['K1001'] });
    await sandbox.send('POST', '/sandbox/users/omar/transactions', { key: 't1' });
    const before = (await sandbox.send('GET', '/sandbox/users')).body;
    const { body } = await exportScenario('application/json');
    expect(await load({ document: body })).toMatchObject({ status: 200 });
    expect((await sandbox.send('GET', '/sandbox/users')).body).toEqual(before);
  });

  it('returns a document that keeps new transactions and users from reusing ids', async () => {
    const submit = () => sandbox.send('POST', '/sandbox/users/rita/transactions');
    const signUp = async () => {
      const { emailId } = (await sandbox.sendEmail('new@example.test')).body;
      const { body } = await sandbox.send('GET', '/sandbox/inbox');
      const attempt = { emailId, otp: body.items.at(-1).code };
      return sandbox.postToService('/v1/auth/otp/email:authenticate', attempt);
    };
    const beforeLoad = { transaction: await submit(), user: await signUp() };
    const { body: exported } = await exportScenario();
    // Otherwise, the second sign-up would sign in this user.
    exported.users.at(-1).emailAddress = 'renamed@example.test';
    await load(exported);
    const afterLoad = { transaction: await submit(), user: await signUp() };
    expect(afterLoad.transaction.body.id).not.toBe(beforeLoad.transaction.body.id);
    expect(afterLoad.user.body.userMask.id).not.toBe(beforeLoad.user.body.userMask.id);
  });

  it.each(['rita', '+12025550143', '%2B12025550143'])('exports only the user %s', async (user) => {
    await sandbox.send('PATCH', '/sandbox/users/rita', { fixedCode: '123456' });
    await sandbox.send('PATCH', '/sandbox/users/omar', { fixedCode: '654321' });
    const { body } = await sandbox.send('GET', `/sandbox/scenario?user=${user}`);
    expect(body.fixedCodes).toEqual({ '+12025550143': '123456' });
    expect(body.users).toEqual([expect.objectContaining({ key: 'rita' })]);
    expect(await load(body)).toMatchObject({ status: 200, body: { users: 1 } });
  });

  it.each([
    ['/sandbox/scenario?user=nina', 404, 'userUnknown'],
    ['/sandbox/scenario?user=rita&runtime=true', 400, 'invalidRequest'],
    ['/sandbox/scenario?user=', 400, 'invalidRequest'],
  ])('rejects %s', async (path, status, code) => {
    const { status: actualStatus, body } = await sandbox.send('GET', path);
    expect({ status: actualStatus, code: body.code, pointer: body.details[0].pointer }).toEqual({
      status,
      code,
      pointer: '/query/user',
    });
  });

  it('returns YAML or JSON depending on Accept', async () => {
    const json = await exportScenario('application/json');
    const yaml = await exportScenario('application/yaml');
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(parse(yaml.body)).toEqual(json.body);
    expect((await exportScenario('text/html, application/json;q=0.9')).body).toEqual(json.body);
  });

  it.each([undefined, '*/*', 'application/*'])('returns JSON for Accept %s', async (accept) => {
    const { body } = await exportScenario(accept);
    expect(body).toMatchObject({ name: 'two-people' });
  });

  it.each(['application/x-yaml', 'text/yaml', 'text/x-yaml'])(
    'returns YAML for Accept %s',
    async (accept) => {
      const { headers, body } = await exportScenario(accept);
      expect(headers.get('content-type')).toBe('application/yaml; charset=utf-8');
      expect(parse(body)).toMatchObject({ name: 'two-people' });
    },
  );

  it('rejects other media types', async () => {
    const { status, body } = await exportScenario('text/html');
    expect(status).toBe(406);
    expect(body.details[0].pointer).toBe('/headers/accept');
  });
});
