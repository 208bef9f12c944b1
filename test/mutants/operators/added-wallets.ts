/** §3, §4.3: added wallets and their verification. */
import { Wallet } from 'ethers';
import {
  createResponse,
  findBearer,
  parseFields,
  isAccepted,
  findText,
  withFields,
  readAddress,
  readClientId,
  readText,
  type Exchange,
  type Fields,
  type ProxyResponse,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import { getUser, listWallets } from '../user-object.ts';
import {
  changeBody,
  acceptWhen,
  isRequestTo,
  changeSuccess,
  type Operator,
  showsWallets,
  breakRuleIf,
  breakRule,
} from './operator.ts';
import type { Mutate } from '../mutate.ts';

const addWallet = 'addWalletToUser';

/** Returns the address of a wallet in a user read, in lower case. */
export function getAddress(wallet: Fields): string {
  return (findText(wallet, 'walletAddress') ?? '').toLowerCase();
}

/** Changes the status of wallets in a user read; null keeps it, `removed` removes the wallet. */
export function changeWalletStatus(
  getStatus: (wallet: Fields, memory: Memory, all: readonly Fields[]) => string | null,
): Mutate {
  return changeBody('getUser', (body, { naming }, memory) => {
    const wallets = listWallets(getUser(body, naming), naming);
    const statuses = wallets.map((wallet) => getStatus(wallet, memory, wallets));
    for (const [index, wallet] of wallets.entries()) {
      wallet['status'] = statuses[index] ?? wallet['status'];
    }
    const remaining = wallets.filter(({ status }) => status !== 'removed');
    wallets.splice(0, wallets.length, ...remaining);
    return body;
  });
}

/** Returns whether a response rejects the added wallet of a user with a Fraud flag. */
function isFraudRejection(exchange: Exchange, { status }: ProxyResponse): boolean {
  return isRequestTo(exchange, addWallet) && status === exchange.naming.fraudStatus;
}

function returnToFraud(status: number): Mutate {
  return async (exchange) => {
    const response = await exchange.forward();
    return isFraudRejection(exchange, response) ? createResponse(status, {}) : response;
  };
}

function returnText(text: string, contentType?: string): Mutate {
  return changeSuccess(addWallet, (response) => ({
    ...response,
    headers: { ...response.headers, ...(contentType && { 'content-type': contentType }) },
    text,
  }));
}

/** Shows the wallets as unverified that signed in at another client than that which added them. */
const keepUnverified = changeWalletStatus((wallet, memory) =>
  memory.get(`elsewhere ${getAddress(wallet)}`) === true ? 'unverified' : null,
);

/** Shows a wallet as verified if the request that added it matches. */
function verifyWhenAdded(matches: (exchange: Exchange, memory: Memory) => boolean): Mutate {
  const showVerified = changeWalletStatus((wallet, memory) =>
    memory.get(`verified ${getAddress(wallet)}`) === true ? 'verified' : null,
  );
  return async (exchange, memory) => {
    const response = await showVerified(exchange, memory);
    if (!isAccepted(response)) return response;
    if (isRequestTo(exchange, 'authenticateSmsOtp')) {
      memory.set(`sms session ${findText(parseFields(response), 'sessionJwt')}`, true);
    }
    if (isRequestTo(exchange, addWallet) && matches(exchange, memory)) {
      memory.set(`verified ${readAddress(exchange.request)}`, true);
    }
    return response;
  };
}

export const addedWallets: readonly Operator[] = [
  ...breakRule('4.3.call.adds', 'state not changed', {
    'addToUser returns success and adds nothing': async (exchange) => {
      if (!isRequestTo(exchange, addWallet)) return exchange.forward();
      // Another wallet is added instead, so that invalid requests are still rejected.
      const { address } = Wallet.createRandom();
      const isAddress = typeof parseFields(exchange.request)['walletAddress'] === 'string';
      return exchange.forward(
        isAddress ? withFields(exchange.request, { walletAddress: address }) : exchange.request,
      );
    },
  }),
  ...breakRule('3.wallet.added-unverified', 'state not changed', {
    'addToUser returns success and adds another wallet': async (exchange) => {
      const { walletAddress } = parseFields(exchange.request);
      if (!isRequestTo(exchange, addWallet) || typeof walletAddress !== 'string')
        return exchange.forward();
      const lastDigit = walletAddress.endsWith('0') ? '1' : '0';
      return exchange.forward(
        withFields(exchange.request, {
          walletAddress: `${walletAddress.toLowerCase().slice(0, -1)}${lastDigit}`,
        }),
      );
    },
  }),
  ...breakRuleIf(showsWallets, '3.wallet.added-unverified', 'state not changed', {
    'an added wallet is verified at once': changeWalletStatus(() => 'verified'),
    'a wallet is verified when it is added again': verifyWhenAdded(
      (exchange, memory) => memory.count(`added ${readAddress(exchange.request)}`) > 1,
    ),
    'a wallet that was added with the session of an SMS code is verified': verifyWhenAdded(
      ({ request }, memory) => memory.get(`sms session ${findBearer(request)}`) === true,
    ),
  }),
  ...breakRuleIf(showsWallets, '3.wallet.stays-unverified', 'state not changed', {
    'an added wallet is verified when its challenge is requested': changeWalletStatus(
      (wallet, memory) =>
        memory.listChallenges(getAddress(wallet)).length > 0 ? 'verified' : null,
    ),
    'an unverified wallet is removed after three reads': changeWalletStatus((wallet, memory) =>
      wallet['status'] === 'unverified' && memory.count(`removed ${getAddress(wallet)}`) > 3
        ? 'removed'
        : null,
    ),
    'an added wallet is verified by the second read': changeWalletStatus((wallet, memory) =>
      memory.count(`read ${getAddress(wallet)}`) > 1 ? 'verified' : null,
    ),
  }),
  ...breakRuleIf(showsWallets, '3.wallet.authenticate-verifies', 'state not changed', {
    'a wallet stays unverified after a valid signature at another client': async (
      exchange,
      memory,
    ) => {
      const response = await keepUnverified(exchange, memory);
      const { request } = exchange;
      const key = `added by ${readAddress(request)}`;
      if (isRequestTo(exchange, addWallet)) memory.set(key, readClientId(request));
      const isElsewhere = (memory.get(key) ?? readClientId(request)) !== readClientId(request);
      if (isRequestTo(exchange, 'authenticateWallet') && isElsewhere)
        memory.set(`elsewhere ${readAddress(request)}`, true);
      return response;
    },
    'a wallet stays unverified after a valid signature': changeWalletStatus((wallet, memory) =>
      memory.addedWallets.has(getAddress(wallet)) ? 'unverified' : null,
    ),
  }),
  ...breakRuleIf(showsWallets, '3.wallet.bad-signature-changes-nothing', 'state not changed', {
    'a wallet is verified by any signature': changeWalletStatus((wallet, memory) =>
      memory.rejectedWallets.has(getAddress(wallet)) ? 'verified' : null,
    ),
  }),
  ...breakRule('4.3.response.empty', 'schema broken', {
    'addToUser returns {"ok":true}': returnText('{"ok":true}'),
    'addToUser returns a list': returnText('[]'),
    'addToUser returns null': returnText('null'),
    'addToUser returns an empty string': returnText(''),
    'addToUser returns a JSON string': returnText('"ok"'),
  }),
  ...breakRule('4.3.response.empty', 'wrong content type', {
    'addToUser returns OK as text/plain': returnText('OK', 'text/plain'),
  }),
  ...breakRule('4.3.response.empty', 'schema broken', {
    'addToUser returns the wallet': changeSuccess(addWallet, (response, { request }) => ({
      ...response,
      text: JSON.stringify({ ...parseFields(request), status: 'unverified' }),
    })),
  }),
  ...breakRule('7.4.fraud.writes-refused', 'auth bypassed', {
    'a user with a Fraud flag gets a success when adding a wallet': returnToFraud(200),
    'a user with a Fraud flag gets a success when adding a wallet after a sign-in by email': async (
      exchange,
      memory,
    ) => {
      const response = await exchange.forward();
      if (isRequestTo(exchange, 'authenticateEmailOtp') && isAccepted(response)) {
        memory.set(`email session ${findText(parseFields(response), 'sessionJwt')}`, true);
      }
      const isByEmail = memory.get(`email session ${findBearer(exchange.request)}`) === true;
      return isByEmail && isFraudRejection(exchange, response) ? createResponse(200, {}) : response;
    },
  }),
  ...breakRule('7.4.fraud.writes-refused', 'server error', {
    'a write under a Fraud flag returns 500': returnToFraud(500),
  }),
  ...breakRuleIf(showsWallets, '7.4.fraud.writes-refused', 'state not changed', {
    'the write of a user with a Fraud flag is rejected but executed': async (exchange, memory) => {
      const response = await exchange.forward();
      const { request, naming } = exchange;
      if (isFraudRejection(exchange, response))
        memory.set('added', readText(request, 'walletAddress'));
      const addedAddress = memory.get('added');
      const isUserRead = isRequestTo(exchange, 'getUser') && isAccepted(response);
      if (!isUserRead || addedAddress === undefined) return response;
      const body = parseFields(response);
      const flags = JSON.stringify(getUser(body, naming)[naming.user.flags] ?? '');
      if (!flags.includes(naming.categories.Fraud)) return response;
      listWallets(getUser(body, naming), naming).push({
        walletAddress: addedAddress,
        walletNetwork: 'ETHEREUM',
        status: 'unverified',
      });
      return { ...response, text: JSON.stringify(body) };
    },
  }),
  ...breakRule('4.3.request.missing-refused', 'missing field accepted', {
    'addToUser returns {} for any request': acceptWhen(addWallet),
  }),
];
