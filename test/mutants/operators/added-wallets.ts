/** §3, §4.3: added wallets and their verification. */
import { Wallet } from 'ethers';
import {
  createResponse,
  findBearer,
  parseFields,
  isAccepted,
  findText,
  withBody,
  withFields,
  readLowerCaseAddress,
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
  createOperatorsIf,
  createOperators,
} from './operator.ts';
import type { Mutate } from '../mutate.ts';

/** Returns the address of a wallet in a user read, in lower case. */
export function getAddress(wallet: Fields): string {
  return (findText(wallet, 'walletAddress') ?? '').toLowerCase();
}

/** Changes the status of wallets in a user read. The status null changes nothing, `removed` removes the wallet. */
export function changeWalletStatus(
  getStatus: (wallet: Fields, memory: Memory, wallets: readonly Fields[]) => string | null,
): Mutate {
  return changeBody('getUser', (body, { traits }, memory) => {
    const wallets = listWallets(getUser(body, traits), traits);
    const statuses = wallets.map((wallet) => getStatus(wallet, memory, wallets));
    for (const [index, wallet] of wallets.entries()) {
      wallet['status'] = statuses[index] ?? wallet['status'];
    }
    const remaining = wallets.filter(({ status }) => status !== 'removed');
    wallets.splice(0, wallets.length, ...remaining);
    return body;
  });
}

/** Returns whether a response rejects addWalletToUser because of a Fraud flag. */
function isFraudRejection(exchange: Exchange, { status }: ProxyResponse): boolean {
  return isRequestTo(exchange, 'addWalletToUser') && status === exchange.traits.fraudStatus;
}

function replaceFraudRejection(status: number): Mutate {
  return async (exchange) => {
    const response = await exchange.forward();
    return isFraudRejection(exchange, response) ? createResponse(status, {}) : response;
  };
}

function returnText(text: string, contentType?: string): Mutate {
  return changeSuccess('addWalletToUser', (response) => ({
    ...response,
    headers: { ...response.headers, ...(contentType && { 'content-type': contentType }) },
    text,
  }));
}

/** Shows a wallet as unverified if one client added the wallet and the wallet signed in at another client. */
const keepUnverified = changeWalletStatus((wallet, memory) =>
  memory.get(`at other client ${getAddress(wallet)}`) === true ? 'unverified' : null,
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
    if (isRequestTo(exchange, 'addWalletToUser') && matches(exchange, memory)) {
      memory.set(`verified ${readLowerCaseAddress(exchange.request)}`, true);
    }
    return response;
  };
}

export const addedWallets: readonly Operator[] = [
  ...createOperators('4.3.operation.adds', 'state not changed', {
    'addWalletToUser returns success and adds nothing': async (exchange) => {
      if (!isRequestTo(exchange, 'addWalletToUser')) return exchange.forward();
      // Forwards the request with another wallet: the deployment still rejects wrong credentials.
      const { address } = Wallet.createRandom();
      const hasAddress = typeof parseFields(exchange.request)['walletAddress'] === 'string';
      return exchange.forward(
        hasAddress ? withFields(exchange.request, { walletAddress: address }) : exchange.request,
      );
    },
  }),
  ...createOperators('3.wallet.added-unverified', 'state not changed', {
    'addWalletToUser returns success and adds another wallet': async (exchange) => {
      const { walletAddress } = parseFields(exchange.request);
      if (!isRequestTo(exchange, 'addWalletToUser') || typeof walletAddress !== 'string')
        return exchange.forward();
      const lastDigit = walletAddress.endsWith('0') ? '1' : '0';
      return exchange.forward(
        withFields(exchange.request, {
          walletAddress: `${walletAddress.toLowerCase().slice(0, -1)}${lastDigit}`,
        }),
      );
    },
  }),
  ...createOperatorsIf(showsWallets, '3.wallet.added-unverified', 'state not changed', {
    'an added wallet is verified at once': changeWalletStatus(() => 'verified'),
    'a wallet is verified when it is added again': verifyWhenAdded(
      (exchange, memory) => memory.increment(`added ${readLowerCaseAddress(exchange.request)}`) > 1,
    ),
    'a wallet that was added with the session of an SMS code is verified': verifyWhenAdded(
      ({ request }, memory) => memory.get(`sms session ${findBearer(request)}`) === true,
    ),
  }),
  ...createOperatorsIf(showsWallets, '3.wallet.stays-unverified', 'state not changed', {
    'an added wallet is verified when its challenge is requested': changeWalletStatus(
      (wallet, memory) =>
        memory.listChallenges(getAddress(wallet)).length > 0 ? 'verified' : null,
    ),
    'an unverified wallet is removed after three reads': changeWalletStatus((wallet, memory) =>
      wallet['status'] === 'unverified' &&
      memory.increment(`read unverified ${getAddress(wallet)}`) > 3
        ? 'removed'
        : null,
    ),
    'an added wallet is verified by the second read': changeWalletStatus((wallet, memory) =>
      memory.increment(`read ${getAddress(wallet)}`) > 1 ? 'verified' : null,
    ),
  }),
  ...createOperatorsIf(showsWallets, '3.wallet.authenticate-verifies', 'state not changed', {
    'a wallet stays unverified after a valid signature at another client': async (
      exchange,
      memory,
    ) => {
      const response = await keepUnverified(exchange, memory);
      const { request } = exchange;
      const key = `added by ${readLowerCaseAddress(request)}`;
      if (isRequestTo(exchange, 'addWalletToUser')) memory.set(key, readClientId(request));
      const isAtOtherClient = (memory.get(key) ?? readClientId(request)) !== readClientId(request);
      if (isRequestTo(exchange, 'authenticateWallet') && isAtOtherClient)
        memory.set(`at other client ${readLowerCaseAddress(request)}`, true);
      return response;
    },
    'a wallet stays unverified after a valid signature': changeWalletStatus((wallet, memory) =>
      memory.addedWallets.has(getAddress(wallet)) ? 'unverified' : null,
    ),
  }),
  ...createOperatorsIf(
    showsWallets,
    '3.wallet.bad-signature-changes-nothing',
    'state not changed',
    {
      'a wallet is verified by any signature': changeWalletStatus((wallet, memory) =>
        memory.rejectedWallets.has(getAddress(wallet)) ? 'verified' : null,
      ),
    },
  ),
  ...createOperators('4.3.response.empty', 'schema broken', {
    'addWalletToUser returns {"ok":true}': returnText('{"ok":true}'),
    'addWalletToUser returns a list': returnText('[]'),
    'addWalletToUser returns null': returnText('null'),
    'addWalletToUser returns an empty string': returnText(''),
    'addWalletToUser returns a JSON string': returnText('"ok"'),
  }),
  ...createOperators('4.3.response.empty', 'wrong content type', {
    'addWalletToUser returns OK as text/plain': returnText('OK', 'text/plain'),
  }),
  ...createOperators('4.3.response.empty', 'schema broken', {
    'addWalletToUser returns the wallet': changeSuccess(
      'addWalletToUser',
      (response, { request }) => ({
        ...response,
        text: JSON.stringify({ ...parseFields(request), status: 'unverified' }),
      }),
    ),
  }),
  ...createOperators('7.4.fraud.writes-refused', 'auth bypassed', {
    'addWalletToUser returns success to a user with a Fraud flag': replaceFraudRejection(200),
    'addWalletToUser returns success to a user with a Fraud flag after a sign-in by email': async (
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
  ...createOperators('7.4.fraud.writes-refused', 'server error', {
    'a write under a Fraud flag returns 500': replaceFraudRejection(500),
  }),
  ...createOperatorsIf(showsWallets, '7.4.fraud.writes-refused', 'state not changed', {
    'addWalletToUser of a user with a Fraud flag is rejected but adds the wallet': async (
      exchange,
      memory,
    ) => {
      const response = await exchange.forward();
      const { request, traits } = exchange;
      if (isFraudRejection(exchange, response))
        memory.set('added', readText(request, 'walletAddress'));
      const addedAddress = memory.get('added');
      const isUserRead = isRequestTo(exchange, 'getUser') && isAccepted(response);
      if (!isUserRead || addedAddress === undefined) return response;
      const body = parseFields(response);
      const flags = JSON.stringify(getUser(body, traits)[traits.user.flags] ?? '');
      if (!flags.includes(traits.categories.Fraud)) return response;
      listWallets(getUser(body, traits), traits).push({
        walletAddress: addedAddress,
        walletNetwork: 'ETHEREUM',
        status: 'unverified',
      });
      return withBody(response, body);
    },
  }),
  ...createOperators('4.3.request.missing-refused', 'missing field accepted', {
    'addWalletToUser returns {} for any request': acceptWhen('addWalletToUser'),
  }),
];
