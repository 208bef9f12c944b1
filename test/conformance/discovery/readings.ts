/** Creates user reads, from which discovery detects the fields of the user object. */
import type { ReadUser } from '../../../conformance/discovery/user-field-finders.ts';
import type { Reading } from '../../../conformance/discovery/observations.ts';
import type { App } from '../../../conformance/actors/app.ts';
import type { DeclaredAccount, DeclaredFlag } from '../../../conformance/settings.ts';
import { createResponse } from '../create-response.ts';

export const emptyAccount: DeclaredAccount = {
  name: 'nobody',
  emailAddress: null,
  phoneNumber: null,
  privateKey: null,
  kycStatus: null,
  flags: null,
  transactions: null,
};

export function createUser(
  user: ReadUser['user'],
  facts: Partial<Omit<Reading, 'account' | 'user'>> & { account?: Partial<DeclaredAccount> } = {},
): ReadUser {
  const response = createResponse({ text: JSON.stringify(user) });
  const signedIn = { app: {} as App, response, session: null, userId: null, wallet: null };
  return {
    user,
    reading: {
      walletAddress: null,
      phoneNumber: null,
      emailAddress: null,
      isNew: false,
      response,
      ...facts,
      user: signedIn,
      account: facts.account ? { ...emptyAccount, ...facts.account } : null,
    },
  };
}

export function createUserWithFlags(
  user: ReadUser['user'],
  flags: readonly DeclaredFlag[],
): ReadUser {
  return createUser(user, { account: { flags } });
}
