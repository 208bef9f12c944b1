/** §3, §4.3: added wallets and their verification. */
import { Wallet } from 'ethers';
import {
  createResponse,
  parseFields,
  isAccepted,
  findText,
  withFields,
  type Fields,
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

const getAddress = (wallet: Fields) => (findText(wallet, 'walletAddress') ?? '').toLowerCase();

/** Changes the status of wallets in a user read; null keeps it. */
function changeWalletStatus(getStatus: (wallet: Fields, memory: Memory) => string | null): Mutate {
  return changeBody('getUser', (body, { naming }, memory) => {
    for (const wallet of listWallets(getUser(body, naming), naming)) {
      wallet['status'] = getStatus(wallet, memory) ?? wallet['status'];
    }
    return body;
  });
}

function returnText(text: string, contentType?: string): Mutate {
  return changeSuccess(addWallet, (response) => ({
    ...response,
    headers: { ...response.headers, ...(contentType && { 'content-type': contentType }) },
    text,
  }));
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
      const last = walletAddress.at(-1) === '0' ? '1' : '0';
      return exchange.forward(
        withFields(exchange.request, {
          walletAddress: `${walletAddress.toLowerCase().slice(0, -1)}${last}`,
        }),
      );
    },
  }),
  ...breakRuleIf(showsWallets, '3.wallet.added-unverified', 'state not changed', {
    'an added wallet is verified at once': changeWalletStatus(() => 'verified'),
  }),
  ...breakRuleIf(showsWallets, '3.wallet.stays-unverified', 'state not changed', {
    'an added wallet is verified when its challenge is requested': changeWalletStatus(
      (wallet, memory) =>
        memory.listChallenges(getAddress(wallet)).length > 0 ? 'verified' : null,
    ),
    'an added wallet is verified by the second read': changeWalletStatus((wallet, memory) =>
      memory.count(`read ${getAddress(wallet)}`) > 1 ? 'verified' : null,
    ),
  }),
  ...breakRuleIf(showsWallets, '3.wallet.authenticate-verifies', 'state not changed', {
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
    'a user with a Fraud flag gets a success when adding a wallet': async (exchange) => {
      const response = await exchange.forward();
      const isFraud =
        isRequestTo(exchange, addWallet) && response.status === exchange.naming.fraudStatus;
      return isFraud ? createResponse(200, {}) : response;
    },
  }),
  ...breakRule('7.4.fraud.writes-refused', 'server error', {
    'a write under a Fraud flag returns 500': async (exchange) => {
      const response = await exchange.forward();
      const isFraud =
        isRequestTo(exchange, addWallet) && response.status === exchange.naming.fraudStatus;
      return isFraud ? createResponse(500, {}) : response;
    },
  }),
  ...breakRuleIf(showsWallets, '7.4.fraud.writes-refused', 'state not changed', {
    'the write of a user with a Fraud flag is rejected but performed': async (exchange, memory) => {
      const response = await exchange.forward();
      const { request, naming } = exchange;
      const address = findText(parseFields(request), 'walletAddress') ?? '';
      const wasRefused = isRequestTo(exchange, addWallet) && response.status === naming.fraudStatus;
      if (wasRefused) memory.set('added', address);
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
