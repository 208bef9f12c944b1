/** Fixed one-time passwords: set by a scenario, for a user or by `--fixed-code`. */
import { describe, expect, it } from 'vitest';

import { useSandbox } from '../sandbox.ts';
import type { TestWorkspace } from '../sandbox.ts';

const sandbox = useSandbox();
const fixedCodeSandbox = useSandbox({ fixedCode: '000000' });

const rita = { key: 'rita', phoneNumber: '+12025550107', emailAddress: 'rita@example.test' };
const scenario = {
  name: 'fixed-codes',
  fixedCodes: { '+12025550107': '111111', 'Hugo@Example.test': '2222', '*': '333333' },
  users: [
    rita,
    { key: 'wally', wallets: [{ wallet: 0, network: 'ETHEREUM', status: 'verified' }] },
  ],
};

async function sendAndReadCode(workspace: TestWorkspace, destination: string): Promise<string> {
  const app = workspace.client();
  const sent = destination.startsWith('+')
    ? await app.sendSms(destination)
    : await app.sendEmail(destination);
  expect(sent.status).toBe(200);
  return workspace.readLastCode(destination);
}

const updateUser = (workspace: TestWorkspace, key: string, body: object) =>
  workspace.control(`/users/${key}`, { method: 'PATCH', body });

describe('a fixed code of a scenario', () => {
  it('applies to its destination, and the code of * to all other destinations', async () => {
    const workspace = await sandbox.workspace({ scenario });
    expect(await sendAndReadCode(workspace, '+12025550107')).toBe('111111');
    expect(await sendAndReadCode(workspace, 'hugo@example.test')).toBe('2222');
    expect(await sendAndReadCode(workspace, 'new@example.test')).toBe('333333');
  });

  it('signs in once per send, and expires after 10 minutes like every code', async () => {
    const workspace = await sandbox.workspace({ scenario });
    const app = workspace.client();
    const send = async () => (await app.sendSms('+12025550107')).body.phoneId as string;
    const authenticate = (phoneId: string) => app.authenticateSms({ phoneId, otp: '111111' });

    expect(await authenticate(await send())).toMatchObject({ status: 200 });
    const phoneId = await send();
    expect(await authenticate(phoneId)).toMatchObject({ status: 200 });
    expect(await authenticate(phoneId)).toMatchObject({ status: 401, body: { code: 'otpWrong' } });

    const expiredId = await send();
    await workspace.advance('PT11M');
    const rejection = { status: 401, body: { code: 'otpExpired' } };
    expect(await authenticate(expiredId)).toMatchObject(rejection);
  });

  it('is locked after five wrong attempts', async () => {
    const workspace = await sandbox.workspace({ scenario });
    const app = workspace.client();
    const { phoneId } = (await app.sendSms('+12025550107')).body;
    for (let count = 0; count < 5; count += 1) {
      expect((await app.authenticateSms({ phoneId, otp: '999999' })).status).toBe(401);
    }
    expect((await app.authenticateSms({ phoneId, otp: '111111' })).status).toBe(429);
  });

  it.each([
    ['a code with letters', { '*': '12ab56' }, '/fixedCodes/*'],
    ['a code of three digits', { '*': '123' }, '/fixedCodes/*'],
    ['a number without +', { '12025550107': '111111' }, '/fixedCodes'],
  ])('is rejected for %s', async (_, fixedCodes, pointer) => {
    const workspace = await sandbox.workspace();
    const document = { name: 'wrong', fixedCodes, users: [] };
    const request = { method: 'PUT', body: { document } };
    const { status, body } = await workspace.control('/scenario', request);
    expect(status).toBe(422);
    expect(body.findings).toHaveLength(1);
    expect(body.findings[0].pointer).toContain(pointer);
  });
});

describe('the fixed code of a user', () => {
  it('applies to the phone number and email address of the user until it is set to null', async () => {
    const workspace = await sandbox.workspace({ scenario });
    const updated = await updateUser(workspace, 'rita', { fixedCode: '444444' });
    expect(updated).toMatchObject({ status: 200, body: { key: 'rita', fixedCode: '444444' } });
    expect(await sendAndReadCode(workspace, '+12025550107')).toBe('444444');
    expect(await sendAndReadCode(workspace, 'RITA@example.test')).toBe('444444');
    expect((await workspace.readUser('rita')).body.fixedCode).toBe('444444');

    const removed = await updateUser(workspace, 'rita', { fixedCode: null });
    expect(removed.body).not.toHaveProperty('fixedCode');
    expect(await sendAndReadCode(workspace, 'rita@example.test')).toBe('333333');
    await workspace.control('/reset', { method: 'POST' });
    expect(await sendAndReadCode(workspace, '+12025550107')).toBe('111111');
  });

  it('changes together with the other properties, or not at all', async () => {
    const workspace = await sandbox.workspace({ scenario });
    const validUpdate = { fixedCode: '5555', kycStatus: 'APPROVED' };
    const { body } = await updateUser(workspace, 'rita', validUpdate);
    expect(body).toMatchObject({ fixedCode: '5555', kyc: { status: 'APPROVED' } });
    // T1001 requires a failed or returned payment (§3.3).
    const invalidUpdate = { fixedCode: '6666', addFlags: ['T1001'] };
    expect((await updateUser(workspace, 'rita', invalidUpdate)).status).toBe(409);
    expect((await workspace.readUser('rita')).body.fixedCode).toBe('5555');
  });

  it.each([
    ['with two digits', 'rita', '12', 400],
    ['of a user without a phone number and email address', 'wally', '123456', 409],
  ])('%s is rejected', async (_, key, fixedCode, status) => {
    const workspace = await sandbox.workspace({ scenario });
    const response = await updateUser(workspace, key, { fixedCode });
    expect(response.status).toBe(status);
    expect(response.body.details[0].pointer).toBe('/body/fixedCode');
  });

  it.each(['', '?runtime=true'])('is in the exported scenario%s', async (query) => {
    const workspace = await sandbox.workspace({ scenario });
    await updateUser(workspace, 'rita', { fixedCode: '7777' });
    const { body: document } = await workspace.control(`/scenario${query}`);
    expect(document.fixedCodes).toEqual({
      '+12025550107': '7777',
      'hugo@example.test': '2222',
      'rita@example.test': '7777',
      '*': '333333',
    });
    const copy = await sandbox.workspace({ scenario: document });
    expect(await sendAndReadCode(copy, '+12025550107')).toBe('7777');
    expect((await copy.control(`/scenario${query}`)).body.fixedCodes).toEqual(document.fixedCodes);
  });
});

describe('--fixed-code', () => {
  it('applies to each destination without its own code, in every workspace', async () => {
    const defaultWorkspace = await fixedCodeSandbox.workspace();
    expect(await sendAndReadCode(defaultWorkspace, 'gina@example.test')).toBe('000000');
    const workspace = await fixedCodeSandbox.workspace({ scenario });
    expect(await sendAndReadCode(workspace, '+12025550107')).toBe('111111');
  });
});
