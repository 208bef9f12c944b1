/** If a run cannot verify a new phone number, it signs in a declared account to read its phoneMask. */
import { expect, it } from 'vitest';
import { signInPhoneUser, type PhoneUser } from '../../../conformance/actors/phone-user.ts';
import type { DeclaredAccount } from '../../../conformance/settings.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { emptyAccount } from '../discovery/readings.ts';
import { CHALLENGE, useScriptedServer, type ScriptedResponse } from '../scripted-server.ts';

const { run } = useScriptedServer();

const assumedDialect = {
  ...defaultDialect,
  identity: {
    ...defaultDialect.identity,
    unknown: 'rejectAtAuthenticate',
    addWalletTarget: 'bearer',
  },
  otp: {
    ...defaultDialect.otp,
    sms: { ...defaultDialect.otp.sms, authenticateReturns: 'record' },
  },
} as const;

const restrictedAccount: DeclaredAccount = {
  ...emptyAccount,
  name: 'restricted',
  privateKey: `0x${'1'.repeat(64)}`,
  phoneNumber: '+12025550101',
  emailAddress: 'restricted@example.test',
  flags: [{ code: 'F1001', category: 'Fraud' }],
};
const plainAccount: DeclaredAccount = {
  ...emptyAccount,
  name: 'plain',
  privateKey: `0x${'2'.repeat(64)}`,
  phoneNumber: '+12025550102',
  flags: [],
};

async function signIn(
  accounts: readonly DeclaredAccount[],
  responses: readonly ScriptedResponse[],
): Promise<{ user: PhoneUser | null; reason: string }> {
  let user: PhoneUser | null = null;
  const { result } = await run(
    responses,
    async (t) => {
      user = await signInPhoneUser(t);
    },
    { settings: { accounts }, ports: { assumedDialect } },
  );
  return { user, reason: result.reason };
}

it('a declared account without flags signs in', async () => {
  const { user } = await signIn([restrictedAccount, plainAccount], [CHALLENGE, { status: 200 }]);
  expect(user?.accountName).toBe('plain');
});

it('an account is not used if its sign-in by wallet is rejected because of a Fraud flag (§7.4)', async () => {
  // After the rejected sign-in by wallet, the account signs in by email: the send gets the third response.
  const { user, reason } = await signIn(
    [restrictedAccount],
    [CHALLENGE, { status: 403 }, { status: 200 }],
  );
  expect(user).toBe(null);
  // The reason is why no new number could be verified.
  expect(reason).toContain('Needs destinations.phoneNumbers.');
});
