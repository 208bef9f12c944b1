/** Short forms of dialect values, and YAML nulls, are equivalent to the full form. */
import { describe, expect, it } from 'vitest';
import { sendRequest, createWallet, useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();

describe('§2.4 userMask.absent: null', () => {
  it('is equivalent to "null"', async () => {
    const workspace = await sandbox.workspace({ dialect: { userMask: { absent: null } } });
    const { body } = await workspace.client().signIn(createWallet());
    expect(body.userMask).toMatchObject({ phoneMask: null });
    expect((await workspace.control('/dialect')).body.values.userMask.absent).toBe('null');
  });

  it('is rejected as the value of another key or of a group of keys', async () => {
    const response = await createWorkspace({ otp: { sms: null } });
    expect(response.status).toBe(422);
    expect(response.body.findings).toMatchObject([{ pointer: '/values/otp/sms' }]);
    const { body } = await createWorkspace({ user: { names: { wallets: null } } });
    expect(body.findings).toMatchObject([{ pointer: '/values/user/names/wallets' }]);
  });
});

describe('§2.7 flags.categoryNames', () => {
  it('uses the names of the interface for categories that it omits', async () => {
    const workspace = await sandbox.workspace({
      dialect: { flags: { categoryNames: { Fraud: 'FRAUD' } } },
    });
    const { body } = await workspace.control('/dialect');
    expect(body.values.flags.categoryNames).toEqual({
      Fraud: 'FRAUD',
      'KYC Review': 'KYC Review',
      'Transaction Processing': 'Transaction Processing',
    });
  });
});

function createWorkspace(values: object) {
  return sendRequest(`${sandbox.url}/sandbox/workspaces`, {
    body: { dialect: { version: 1, values } },
  });
}
