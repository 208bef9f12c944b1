/** All operators: each breaks one rule of the interface in a deployment. */
import { accountStates } from './account-states.ts';
import { addedWallets } from './added-wallets.ts';
import { addedNumbers } from './added-numbers.ts';
import { addingContexts } from './adding-contexts.ts';
import { challenges } from './challenges.ts';
import { credentialContexts } from './credential-contexts.ts';
import { credentials } from './credentials.ts';
import { json } from './json.ts';
import { linkedAccounts } from './linked-accounts.ts';
import { neighbouringContexts } from './neighbouring-contexts.ts';
import { oneTimePasswords } from './one-time-passwords.ts';
import type { Operator } from './operator.ts';
import { otpContexts } from './otp-contexts.ts';
import { signInResponses } from './sign-in-responses.ts';
import { signatures } from './signatures.ts';
import { undetectableOperators } from './undetectable.ts';
import { userRead } from './user-read.ts';
import { walletContexts } from './wallet-contexts.ts';
import { walletRequests } from './wallet-requests.ts';

const allOperators: readonly Operator[] = [
  ...credentials,
  ...credentialContexts,
  ...json,
  ...walletRequests,
  ...challenges,
  ...signInResponses,
  ...signatures,
  ...walletContexts,
  ...addedWallets,
  ...addingContexts,
  ...addedNumbers,
  ...oneTimePasswords,
  ...otpContexts,
  ...userRead,
  ...accountStates,
  ...linkedAccounts,
  ...neighbouringContexts,
];

export const operators: readonly Operator[] = allOperators.map((operator) => {
  const reason = undetectableOperators.get(operator.name);
  return reason === undefined ? operator : { ...operator, undetectable: reason };
});

export function getOperator(operatorName: string): Operator {
  const operator = operators.find(({ name }) => name === operatorName);
  if (operator === undefined) throw new TypeError(`no operator ${operatorName}`);
  return operator;
}
