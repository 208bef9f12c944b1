/** §5.6: a second client loses data of the accounts that it links. */
import {
  toFields,
  parseFields,
  isAccepted,
  findUserId,
  OTHER_USER_ID,
  readAddress,
  withBody,
  withUserId,
  type Fields,
} from '../exchange.ts';
import { setFlags, getUser } from '../user-object.ts';
import type { Naming } from '../naming.ts';
import {
  isRequestTo,
  type Operator,
  isReadBySession,
  isOfSecondClient,
  signIns,
  breakRuleIf,
  breakRule,
} from './operator.ts';
import type { Mutate } from '../mutate.ts';

/** Changes every user read once the second client has linked the user. */
function wipeLinkedUser(wipe: (user: Fields, naming: Naming) => void): Mutate {
  return async (exchange, memory) => {
    const { request, naming } = exchange;
    const response = await exchange.forward();
    if (!isAccepted(response)) return response;
    if (isRequestTo(exchange, signIns) && isOfSecondClient(exchange))
      memory.set(`linked ${findUserId(response)}`, true);
    const isLinked = memory.get(`linked ${memory.findUser(request)}`) === true;
    if (!isRequestTo(exchange, 'getUser') || !isLinked) return response;
    const body = parseFields(response);
    wipe(getUser(body, naming), naming);
    return withBody(response, body);
  };
}

export const linkedAccounts: readonly Operator[] = [
  ...breakRuleIf(isReadBySession, '5.6.linking.skips-onboarding', 'data withheld', {
    'a second client that links a user wipes the KYC status': wipeLinkedUser(
      (user, { user: { kyc } }) => {
        user[kyc] = { ...toFields(user[kyc]), status: 'IN_REVIEW' };
      },
    ),
    'a second client that links a user wipes the flags': wipeLinkedUser((user, naming) =>
      setFlags(user, [], naming),
    ),
    'a second client that links a user wipes the transactions': wipeLinkedUser(
      (user, { user: { transactions } }) => {
        if (transactions !== null) user[transactions] = [];
      },
    ),
  }),
  ...breakRule('5.6.linking.same-user', "other user's data", {
    'two concurrent first sign-ins of one wallet create two users': async (exchange, memory) => {
      if (!isRequestTo(exchange, 'authenticateWallet')) return exchange.forward();
      const name = `busy ${readAddress(exchange.request)}`;
      const isBusy = memory.get(name) === true;
      memory.set(name, true);
      const response = await exchange.forward();
      memory.set(name, false);
      return isBusy && isAccepted(response) ? withUserId(response, OTHER_USER_ID) : response;
    },
  }),
];
