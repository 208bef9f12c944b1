/** §5.6: a second client loses data of the accounts that it links. */
import {
  parseBody,
  toFields,
  parseFields,
  isAccepted,
  findText,
  findUserId,
  withBody,
  type Fields,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import { setFlags, getUser } from '../user-object.ts';
import type { Naming } from '../naming.ts';
import { matchesOperation, createOperator, type Operator } from './operator.ts';

const signIns = ['authenticateWallet', 'authenticateSmsOtp', 'authenticateEmailOtp'] as const;

/** Removes a part from every read of a user once the second client has linked the user. */
function changeLinkedUser(part: string, wipe: (user: Fields, naming: Naming) => void): Operator {
  return createOperator(
    '5.6.linking.skips-onboarding',
    'data withheld',
    `a second client that links a user wipes the ${part}`,
    async (exchange, memory) => {
      const { request, naming } = exchange;
      const response = await exchange.forward();
      if (!isAccepted(response)) return response;
      const isSecond = request.headers['service-client-id'] === naming.clients[1]?.clientId;
      if (matchesOperation(exchange, signIns) && isSecond)
        memory.set(`linked ${findUserId(response)}`, true);
      if (!matchesOperation(exchange, 'getUser') || !isLinked(memory, memory.findUser(request)))
        return response;
      const body = toFields(parseBody(response));
      wipe(getUser(body, naming), naming);
      return withBody(response, body);
    },
    ({ user }) => user.isReadBySession,
  );
}

function isLinked(memory: Memory, userId: string | null): boolean {
  return memory.get(`linked ${userId}`) === true;
}

export const linkedAccounts: readonly Operator[] = [
  changeLinkedUser('KYC status', (user, { user: { kyc } }) => {
    user[kyc] = { ...toFields(user[kyc]), status: 'IN_REVIEW' };
  }),
  changeLinkedUser('flags', (user, naming) => setFlags(user, [], naming)),
  changeLinkedUser('transactions', (user, { user: { transactions } }) => {
    if (transactions !== null) user[transactions] = [];
  }),
  createOperator(
    '5.6.linking.same-user',
    "other user's data",
    'two concurrent first sign-ins of one wallet create two users',
    async (exchange, memory) => {
      if (!matchesOperation(exchange, 'authenticateWallet')) return exchange.forward();
      const name = `busy ${findText(parseFields(exchange.request), 'walletAddress')?.toLowerCase()}`;
      const isBusy = memory.get(name) === true;
      memory.set(name, true);
      const response = await exchange.forward();
      memory.set(name, false);
      if (!isBusy || !isAccepted(response)) return response;
      const fields = parseFields(response);
      const id = '2f1c9d5e-6c1b-4b0e-9d0a-5f3f0f6a7b11';
      return withBody(response, { ...fields, userMask: { ...toFields(fields['userMask']), id } });
    },
  ),
];
