/** §5.6: mutants for accounts that a second client uses: data is lost, or the wrong user is signed in. */
import {
  toFields,
  parseFields,
  isAccepted,
  findUserId,
  NONEXISTENT_USER_ID,
  readLowerCaseAddress,
  withBody,
  withUserId,
  type Fields,
} from '../exchange.ts';
import { setFlags, getUser, listWallets } from '../user-object.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  isRequestTo,
  type Operator,
  isReadBySession,
  isOfSecondClient,
  signIns,
  createOperatorsIf,
  createOperators,
  showsWallets,
} from './operator.ts';
import type { Mutate } from '../mutate.ts';
import { changeUserMask } from './sign-in-responses.ts';
import { splitConcurrentSignIns } from './wallet-contexts.ts';

/** Changes every read of a user after the second client has linked the user. */
function wipeLinkedUser(wipe: (user: Fields, traits: DeploymentTraits) => void): Mutate {
  return async (exchange, memory) => {
    const { request, traits } = exchange;
    const response = await exchange.forward();
    if (!isAccepted(response)) return response;
    if (isRequestTo(exchange, signIns) && isOfSecondClient(exchange))
      memory.set(`linked ${findUserId(response)}`, true);
    const isLinked = memory.get(`linked ${memory.findUser(request)}`) === true;
    if (!isRequestTo(exchange, 'getUser') || !isLinked) return response;
    const body = parseFields(response);
    wipe(getUser(body, traits), traits);
    return withBody(response, body);
  };
}

export const linkedAccounts: readonly Operator[] = [
  ...createOperatorsIf(isReadBySession, '5.6.linking.skips-onboarding', 'data withheld', {
    'a second client that links a user wipes the KYC status': wipeLinkedUser(
      (user, { user: { kyc } }) => {
        user[kyc] = { ...toFields(user[kyc]), status: 'IN_REVIEW' };
      },
    ),
    'a second client that links a user wipes the flags': wipeLinkedUser((user, traits) =>
      setFlags(user, [], traits),
    ),
    'a second client that links a user wipes the transactions': wipeLinkedUser(
      (user, { user: { transactions } }) => {
        if (transactions !== null) user[transactions] = [];
      },
    ),
  }),
  ...createOperators('2.4.userMask.createTime', 'undocumented value', {
    'a user has another createTime at a second client': changeUserMask((mask, exchange) => {
      if (!isOfSecondClient(exchange) || typeof mask['createTime'] !== 'string') return mask;
      return { ...mask, createTime: new Date(Date.parse(mask['createTime']) + 50).toISOString() };
    }),
  }),
  ...createOperatorsIf(showsWallets, '5.6.linking.same-user', 'state not changed', {
    'a second client that links a user removes the unverified wallets': wipeLinkedUser(
      (user, traits) => {
        const wallets = listWallets(user, traits);
        const remaining = wallets.filter(({ status }) => status !== 'unverified');
        wallets.splice(0, wallets.length, ...remaining);
      },
    ),
  }),
  ...createOperators('5.3.wallet.flow', "other user's data", {
    'at a client that the owner has not used, an added wallet signs in the wrong user': async (
      exchange,
      memory,
    ) => {
      const response = await exchange.forward();
      if (!isRequestTo(exchange, 'authenticateWallet') || !isAccepted(response)) return response;
      const user = findUserId(response);
      const address = readLowerCaseAddress(exchange.request);
      const isSecond = isOfSecondClient(exchange);
      // The wallet that signs in first is the user's own wallet. Any other wallet was added.
      const firstWallet = memory.get(`first wallet of ${user}`) ?? address;
      memory.set(`first wallet of ${user}`, firstWallet);
      const isAdded = firstWallet !== address;
      const hasUsedSecond = memory.get(`used second client ${user}`) === true;
      if (isSecond && isAdded && !hasUsedSecond) return withUserId(response, NONEXISTENT_USER_ID);
      if (isSecond) memory.set(`used second client ${user}`, true);
      return response;
    },
  }),
  ...createOperators('5.6.linking.same-user', "other user's data", {
    'at a second client, the code of a user with an added wallet signs in the wrong user': async (
      exchange,
      memory,
    ) => {
      const { request } = exchange;
      const response = await exchange.forward();
      if (!isAccepted(response)) return response;
      if (isRequestTo(exchange, 'addWalletToUser'))
        memory.set(`has added ${memory.findUser(request)}`, true);
      const isByCode = isRequestTo(exchange, ['authenticateSmsOtp', 'authenticateEmailOtp']);
      const hasAdded = memory.get(`has added ${findUserId(response)}`) === true;
      return isByCode && isOfSecondClient(exchange) && hasAdded
        ? withUserId(response, NONEXISTENT_USER_ID)
        : response;
    },
    'two concurrent sign-ins of one wallet return two user ids': splitConcurrentSignIns,
  }),
];
