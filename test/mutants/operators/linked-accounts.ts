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
import { setFlags, getUser, listWallets } from '../user-object.ts';
import type { Naming } from '../naming.ts';
import {
  isRequestTo,
  type Operator,
  isReadBySession,
  isOfSecondClient,
  signIns,
  breakRuleIf,
  breakRule,
  changeBody,
  showsWallets,
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
  ...breakRule('2.4.userMask.createTime', 'undocumented value', {
    'a user has another createTime at a second client': changeBody(
      'authenticateWallet',
      (body, exchange) => {
        const mask = toFields(body['userMask']);
        if (!isOfSecondClient(exchange) || typeof mask['createTime'] !== 'string') return body;
        const createTime = new Date(Date.parse(mask['createTime']) + 50).toISOString();
        return { ...body, userMask: { ...mask, createTime } };
      },
    ),
  }),
  ...breakRuleIf(showsWallets, '5.6.linking.same-user', 'state not changed', {
    'a second client that links a user removes the unverified wallets': async (
      exchange,
      memory,
    ) => {
      const { request, naming } = exchange;
      const response = await exchange.forward();
      if (!isAccepted(response)) return response;
      if (isRequestTo(exchange, signIns) && isOfSecondClient(exchange))
        memory.set(`cleaned ${findUserId(response)}`, true);
      if (!isRequestTo(exchange, 'getUser')) return response;
      if (memory.get(`cleaned ${memory.findUser(request)}`) !== true) return response;
      const body = parseFields(response);
      const wallets = listWallets(getUser(body, naming), naming);
      wallets.splice(0, wallets.length, ...wallets.filter(({ status }) => status !== 'unverified'));
      return withBody(response, body);
    },
  }),
  ...breakRule('5.3.wallet.flow', "other user's data", {
    'an added wallet signs in another user at a second client that its user has not used': async (
      exchange,
      memory,
    ) => {
      const response = await exchange.forward();
      if (!isRequestTo(exchange, 'authenticateWallet') || !isAccepted(response)) return response;
      const user = findUserId(response);
      const address = readAddress(exchange.request);
      const isSecond = isOfSecondClient(exchange);
      const first = memory.get(`first wallet of ${user}`) ?? address;
      memory.set(`first wallet of ${user}`, first);
      if (isSecond && first !== address && memory.get(`linked by wallet ${user}`) !== true)
        return withUserId(response, OTHER_USER_ID);
      if (isSecond) memory.set(`linked by wallet ${user}`, true);
      return response;
    },
  }),
  ...breakRule('5.6.linking.same-user', "other user's data", {
    'a code at another client signs in another user if the user has an added wallet': async (
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
        ? withUserId(response, OTHER_USER_ID)
        : response;
    },
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
