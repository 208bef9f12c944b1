/** Every way in which a deployment is broken on purpose. */
import { accountStates } from './account-states.ts';
import { addedWallets } from './added-wallets.ts';
import { challenges } from './challenges.ts';
import { credentials } from './credentials.ts';
import { json } from './json.ts';
import { oneTimePasswords } from './one-time-passwords.ts';
import type { Operator } from './operator.ts';
import { signInAnswers } from './sign-in-answers.ts';
import { signatures } from './signatures.ts';
import { unseen } from './unseen.ts';
import { userRead } from './user-read.ts';
import { walletRequests } from './wallet-requests.ts';

const all: readonly Operator[] = [
  ...credentials,
  ...json,
  ...walletRequests,
  ...challenges,
  ...signInAnswers,
  ...signatures,
  ...addedWallets,
  ...oneTimePasswords,
  ...userRead,
  ...accountStates,
];

export const operators: readonly Operator[] = all.map((operator) => {
  const reason = unseen.get(operator.name);
  return reason === undefined ? operator : { ...operator, unseen: reason };
});
