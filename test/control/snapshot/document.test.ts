/** Tests the content of snapshots, and the rejection of invalid snapshots. */
import { describe, expect, it } from 'vitest';

import { START, useTestSandbox, type HttpResponse } from '../sandbox.ts';

const sandbox = useTestSandbox();

type Snapshot = HttpResponse['body'];

let workspaceCount = 0;
async function createWorkspace(options: object = {}): Promise<string> {
  workspaceCount += 1;
  const { status, body } = await sandbox.send('POST', '/sandbox/workspaces', {
    name: `w${workspaceCount}`,
    ...options,
  });
  expect(status).toBe(201);
  return body.name;
}

async function readSnapshot(name: string): Promise<Snapshot> {
  const path = `/w/${name}/sandbox/scenario?runtime=true`;
  const accept = 'application/json';
  return (await sandbox.send('GET', path, undefined, { accept })).body;
}

/** Creates a snapshot of a workspace with a challenge, a session and two codes. */
async function createFullSnapshot(options: object = {}): Promise<Snapshot> {
  const name = await createWorkspace({
    scenario: { name: 'one', users: [{ key: 'rita', phoneNumber: '+12025550143' }] },
    ...options,
  });
  const { body } = await sandbox.sendSms('+12025550143', `/w/${name}`);
  const inbox = await sandbox.send('GET', `/w/${name}/sandbox/inbox`);
  const otp = inbox.body.items[0].code;
  const code = { phoneId: body.phoneId, otp };
  await sendToService(name, '/v1/auth/otp/sms:authenticate', code);
  await sandbox.sendEmail('new@example.test', `/w/${name}`);
  await sendToService(name, '/v1/auth/cryptoWallet:start', {
    walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    walletType: 'EVM',
  });
  return readSnapshot(name);
}

function sendToService(name: string, path: string, body: object): Promise<HttpResponse> {
  return sandbox.postToService(path, body, `/w/${name}`);
}

function load(name: string, document: unknown): Promise<HttpResponse> {
  return sandbox.send('PUT', `/w/${name}/sandbox/scenario`, { document });
}

function listRules({ body }: HttpResponse): string[] {
  return body.findings.map(
    ({ rule, pointer }: { rule: string; pointer: string }) => `${rule} ${pointer}`,
  );
}

describe('a snapshot', () => {
  it('contains the runtime state, which a scenario omits', async () => {
    const { runtime, ...scenario } = await createFullSnapshot();
    expect(Object.keys(scenario)).toEqual(['name', 'clients', 'users']);
    expect(runtime).toMatchObject({
      version: 1,
      dialect: { version: 1, values: { otp: { sms: { codeLength: 6 } } } },
      clock: { now: START, frozen: false },
      draws: { seed: 7, workspace: expect.stringMatching(/^w\d+$/) },
      lastUsers: { 'wallet-app': scenario.users[0].id },
      challenges: [{ clientId: 'wallet-app', variant: 'type' }],
      oneTimePasswords: [
        { channel: 'sms', to: '+12025550143', state: 'used' },
        { channel: 'email', to: 'new@example.test', state: 'pending' },
      ],
      sends: [],
      sessions: [{ clientId: 'wallet-app', userId: scenario.users[0].id }],
      signingKeys: [{ algorithm: 'ES256', jwk: { d: expect.any(String) } }],
      idsWithoutKey: [],
    });
  });

  it('is exported only with runtime=true', async () => {
    const name = await createWorkspace();
    const accept = 'application/json';
    for (const query of ['', '?runtime=false']) {
      const path = `/w/${name}/sandbox/scenario${query}`;
      const { body } = await sandbox.send('GET', path, undefined, { accept });
      expect(body).not.toHaveProperty('runtime');
    }
    const response = await sandbox.send('GET', `/w/${name}/sandbox/scenario?runtime=maybe`);
    expect(response.status).toBe(400);
    expect(response.body.details[0].pointer).toBe('/query/runtime');
  });

  it('restores users and transactions that have no key', async () => {
    const name = await createWorkspace({ scenario: 'empty' });
    await sandbox.sendEmail('new@example.test', `/w/${name}`);
    const { code, recordId } = (await sandbox.send('GET', `/w/${name}/sandbox/inbox`)).body
      .items[0];
    await sendToService(name, '/v1/auth/otp/email:authenticate', { emailId: recordId, otp: code });
    const user = '/sandbox/users/new@example.test';
    await sandbox.send('POST', `/w/${name}${user}/transactions`, {});
    await sandbox.send('POST', `/w/${name}${user}/transactions`, {});
    const before = (await sandbox.send('GET', `/w/${name}${user}`)).body;
    expect([before.key, before.transactions[0].key]).toEqual([null, null]);
    const copy = await createWorkspace({ scenario: await readSnapshot(name) });
    expect((await sandbox.send('GET', `/w/${copy}${user}`)).body).toEqual(before);
  });

  it('continues at the time of its clock, even if it is loaded later', async () => {
    const snapshot = await createFullSnapshot();
    sandbox.clock.advance(86_400_000);
    const name = await createWorkspace({ scenario: 'empty' });
    expect((await load(name, snapshot)).status).toBe(200);
    const readClock = () => sandbox.send('GET', `/w/${name}/sandbox/clock`);
    expect((await readClock()).body).toEqual({ now: snapshot.runtime.clock.now, frozen: false });
    const { body } = await sandbox.send('GET', `/w/${name}/sandbox/inbox`);
    expect(body.items[1].status).toBe('pending');
    sandbox.clock.advance(1000);
    const elapsed =
      Date.parse((await readClock()).body.now) - Date.parse(snapshot.runtime.clock.now);
    expect(elapsed).toBe(1000);
  });

  it('sets the seed until another scenario is loaded', async () => {
    const snapshot = await createFullSnapshot({ seed: 99 });
    const name = await createWorkspace({ seed: 3 });
    const readSeed = async () => (await sandbox.send('GET', `/w/${name}/sandbox/health`)).body.seed;
    await load(name, snapshot);
    expect(await readSeed()).toBe(99);
    await load(name, { name: 'other' });
    expect(await readSeed()).toBe(3);
  });
});

describe('a snapshot of another dialect', () => {
  const dialect = { version: 1, values: { otp: { sms: { codeLength: 8 } } } };

  it('is rejected with an error that names the key and both values, and nothing changes', async () => {
    const snapshot = await createFullSnapshot({ dialect });
    const name = await createWorkspace();
    const before = await readSnapshot(name);
    const response = await load(name, snapshot);
    expect(response.status).toBe(422);
    expect(listRules(response)).toEqual(['other-dialect /runtime/dialect']);
    expect(response.body.findings[0].message).toContain(
      'otp.sms.codeLength is 8 in the snapshot and 6 in this workspace',
    );
    expect(await readSnapshot(name)).toEqual(before);
  });

  it('is rejected with an error that names three keys and counts the others', async () => {
    const otp = {
      sms: { codeLength: 8, maxAttempts: 2 },
      email: { codeLength: 8, maxAttempts: 2 },
    };
    const snapshot = await createFullSnapshot({ dialect: { version: 1, values: { otp } } });
    const { body } = await load(await createWorkspace(), snapshot);
    expect(body.findings[0].message).toMatch(/ in this workspace; and 1 more key\.$/);
  });

  it('creates a workspace with its dialect, and is rejected if another dialect is requested', async () => {
    const snapshot = await createFullSnapshot({ dialect });
    const name = await createWorkspace({ scenario: snapshot });
    const { body } = await sandbox.send('GET', `/w/${name}/sandbox/dialect`);
    expect(body.values.otp.sms.codeLength).toBe(8);
    expect((await load(name, snapshot)).status).toBe(200);
    const otherDialect = { version: 1, values: { otp: { sms: { codeLength: 7 } } } };
    const response = await sandbox.send('POST', '/sandbox/workspaces', {
      scenario: snapshot,
      dialect: otherDialect,
    });
    expect(response.status).toBe(422);
    expect(response.body.details[0].pointer).toBe('/body/scenario/runtime/dialect');
  });
});

describe('an invalid snapshot', () => {
  const ID = '00000000-0000-4000-8000-000000000000';

  it.each<[rule: string, pointer: string, value: unknown]>([
    ['unknown-client', '/runtime/challenges/0/clientId', 'x'],
    ['unknown-client', '/runtime/sessions/0/clientId', 'x'],
    ['unknown-client', '/runtime/oneTimePasswords/0/clientId', 'x'],
    ['unknown-user', '/runtime/sessions/0/userId', ID],
    ['unknown-user', '/runtime/lastUsers/wallet-app', ID],
    ['unknown-user', '/runtime/oneTimePasswords/0/addToUserId', ID],
    ['bad-destination', '/runtime/oneTimePasswords/0/to', 'me'],
    ['bad-destination', '/runtime/oneTimePasswords/1/to', '+1'],
    ['unknown-key', '/runtime/faults', []],
    ['unknown-key', '/runtime/clock/offset', 5],
    ['wrong-type', '/runtime/clock/frozen', 'no'],
    ['wrong-type', '/runtime/sessions', {}],
    ['unknown-key', '/runtime/dialect/values/walet', {}],
  ])('is rejected with %s if %s is %j', async (rule, pointer, value) => {
    const names = pointer.split('/').slice(1, -1);
    await expectRejection(`${rule} ${pointer}`, (snapshot) => {
      const parent = names.reduce((node, name) => node[name], snapshot);
      parent[pointer.slice(pointer.lastIndexOf('/') + 1)] = value;
    });
  });

  it.each<[string, (runtime: Snapshot) => unknown]>([
    [
      'duplicate-id /runtime/oneTimePasswords/2/id',
      ({ oneTimePasswords }) => oneTimePasswords.push(oneTimePasswords[0]),
    ],
    ['duplicate-id /runtime/sessions/1/id', ({ sessions }) => sessions.push(sessions[0])],
    [
      'duplicate-id /runtime/signingKeys/1/algorithm',
      ({ signingKeys }) => signingKeys.push(signingKeys[0]),
    ],
    [
      'unusable-signing-key /runtime/signingKeys/0/jwk',
      ({ signingKeys }) => delete signingKeys[0].jwk.d,
    ],
    [
      'unusable-signing-key /runtime/signingKeys/0/jwk',
      ({ signingKeys }) => (signingKeys[0].jwk.x = signingKeys[0].jwk.y),
    ],
    [
      'unusable-signing-key /runtime/signingKeys/0/jwk',
      ({ signingKeys }) => (signingKeys[0].algorithm = 'RS256'),
    ],
    ['missing-key /runtime', (runtime) => delete runtime.draws],
    [
      'wrong-type /runtime/drawCounts/user:1',
      (runtime) => (runtime.drawCounts = { 'user:1': '2' }),
    ],
  ])('is rejected with %s', async (expected, edit) => {
    await expectRejection(expected, ({ runtime }) => edit(runtime));
  });

  async function expectRejection(expected: string, edit: (snapshot: Snapshot) => unknown) {
    const snapshot = await createFullSnapshot();
    edit(snapshot);
    const name = await createWorkspace();
    const before = await readSnapshot(name);
    const response = await load(name, snapshot);
    expect(response.status).toBe(422);
    expect(listRules(response)).toContain(expected);
    expect(await readSnapshot(name)).toEqual(before);
  }

  it.each([0, 2, '1'])('is rejected for the version %j', async (version) => {
    const response = await load(await createWorkspace(), { name: 'x', runtime: { version } });
    expect(response.status).toBe(422);
    expect(response.body.findings.map(({ pointer }: { pointer: string }) => pointer)).toContain(
      '/runtime/version',
    );
  });

  it('does not cause a 500, whatever part is invalid', async () => {
    const snapshot = await createFullSnapshot();
    const name = await createWorkspace();
    for (const key of Object.keys(snapshot.runtime)) {
      for (const invalidValue of [null, 1, 'x', [], {}, [null], [[]], { a: {} }]) {
        const document = { ...snapshot, runtime: { ...snapshot.runtime, [key]: invalidValue } };
        const { status } = await load(name, document);
        expect([200, 422], `${key}: ${JSON.stringify(invalidValue)}`).toContain(status);
      }
    }
  });
});
