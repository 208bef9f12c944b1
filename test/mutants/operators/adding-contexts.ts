/** §4.3, §3: mutants that break addWalletToUser in one context only. */
import { Wallet } from 'ethers';
import {
  createResponse,
  findBearer,
  parseFields,
  isAccepted,
  readClientId,
  findText,
  findUserId,
  withFields,
  type ProxyRequest,
  type Fields,
  readText,
  readLowerCaseAddress,
  withBearer,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  acceptsNetwork,
  isRequestTo,
  createOperator,
  type Operator,
  showsWallets,
  isOfSecondClient,
  createOperators,
  createOperatorsIf,
  changeSuccess,
} from './operator.ts';
import { changeWalletStatus, getAddress } from './added-wallets.ts';
import { changeUserMask } from './sign-in-responses.ts';
import { onPolygon, type Context } from './wallet-contexts.ts';

const addsToSessionUser = ({ addsToLastUser, createsUsers }: DeploymentTraits) =>
  !addsToLastUser && createsUsers;

/** Removes the fields that can contain the id of the user. */
const withoutUserFields = { userId: undefined, user: undefined, id: undefined, user_id: undefined };

const createAddedKey = (request: ProxyRequest) => `added before ${findBearer(request) ?? ''}`;

const contexts: readonly Context[] = [
  onPolygon,
  {
    name: 'of type EVM',
    matches: ({ request }) => readText(request, 'walletType') === 'EVM',
    applies: ({ accepts }) => accepts.walletType && accepts.walletNetwork,
    mayBeRejected: true,
  },
  {
    name: 'on POLYGON for a user who signed in on POLYGON',
    matches: ({ request }, memory) =>
      readText(request, 'walletNetwork') === 'POLYGON' &&
      memory.findLastExchange(
        'authenticateWallet',
        (signIn) =>
          readText(signIn.request, 'walletNetwork') === 'POLYGON' &&
          findText(parseFields(signIn.response), 'sessionJwt') === findBearer(request),
      ) !== null,
    applies: (traits) => acceptsNetwork(traits) && addsToSessionUser(traits),
  },
  { name: 'through the second client', matches: isOfSecondClient },
  {
    name: 'through the second client for a user of the first client',
    matches: (exchange, memory) =>
      isOfSecondClient(exchange) &&
      memory.findLastExchange(
        'authenticateWallet',
        ({ request, response }) =>
          findUserId(response) === memory.findUser(exchange.request) &&
          readClientId(request) === exchange.traits.clients[0]?.clientId,
      ) !== null,
    applies: addsToSessionUser,
  },
  {
    name: 'for a second added wallet',
    matches: ({ request }, memory) => memory.get(createAddedKey(request)) === true,
    applies: addsToSessionUser,
  },
  {
    name: 'for an address in lower case',
    matches: ({ request }) => readText(request, 'walletAddress') === readLowerCaseAddress(request),
    mayBeRejected: true,
  },
];

/** Returns the session of the last user who signed in. */
function findLastSession(memory: Memory): string | null {
  const lastSignIn = memory.findLastExchange('authenticateWallet');
  return lastSignIn && findText(parseFields(lastSignIn.response), 'sessionJwt');
}

/** Returns the last session of a user. */
function findSession(userId: unknown, memory: Memory): string | null {
  const signIn = memory.findLastExchange(
    'authenticateWallet',
    ({ response }) => findUserId(response) === userId,
  );
  return signIn && findText(parseFields(signIn.response), 'sessionJwt');
}

/** Returns the added wallets of a user, except `wallet`. */
const listOtherAddedWallets = (wallet: Fields, wallets: readonly Fields[], memory: Memory) =>
  wallets.filter((other) => other !== wallet && memory.addedWallets.has(getAddress(other)));

const perContext = contexts.flatMap(({ name, matches, applies, mayBeRejected }): Operator[] => [
  ...createOperatorsIf(applies, '4.3.operation.adds', 'state not changed', {
    [`addWalletToUser adds an unrequested wallet ${name}`]: async (exchange, memory) => {
      const { request } = exchange;
      const isInContext = isRequestTo(exchange, 'addWalletToUser') && matches(exchange, memory);
      const response = await exchange.forward(
        // The deployment rejects malformed addresses itself.
        isInContext && /^0x[\da-f]{40}$/i.test(readText(request, 'walletAddress'))
          ? withFields(request, { walletAddress: Wallet.createRandom().address })
          : request,
      );
      if (isRequestTo(exchange, 'addWalletToUser') && isAccepted(response))
        memory.set(createAddedKey(request), true);
      return response;
    },
  }),
  ...(mayBeRejected
    ? []
    : createOperatorsIf(applies, '4.3.operation.adds', 'valid request rejected', {
        [`addWalletToUser is rejected ${name}`]: async (exchange, memory) => {
          const isInContext = isRequestTo(exchange, 'addWalletToUser') && matches(exchange, memory);
          const response = await exchange.forward();
          if (!isRequestTo(exchange, 'addWalletToUser') || !isAccepted(response)) return response;
          memory.set(createAddedKey(exchange.request), true);
          return isInContext ? createResponse(401, { message: 'No.' }) : response;
        },
      })),
]);

export const addingContexts: readonly Operator[] = [
  ...perContext,
  ...createOperatorsIf(addsToSessionUser, '4.3.operation.adds', "other user's data", {
    'a wallet is added to the last user who signed in, regardless of the session': (
      exchange,
      memory,
    ) => {
      const { request } = exchange;
      const session =
        isRequestTo(exchange, 'addWalletToUser') && findBearer(request) !== null
          ? findLastSession(memory)
          : null;
      return exchange.forward(session === null ? request : withBearer(request, session));
    },
  }),
  ...Object.keys(withoutUserFields).map((name) =>
    createOperator(
      '4.3.operation.adds',
      "other user's data",
      `a wallet is added to the user in the field ${name} of the body`,
      (exchange, memory) => {
        const { request } = exchange;
        if (!isRequestTo(exchange, 'addWalletToUser')) return exchange.forward();
        const session = findSession(parseFields(request)[name], memory);
        return exchange.forward(
          session === null ? request : withBearer(withFields(request, withoutUserFields), session),
        );
      },
      addsToSessionUser,
    ),
  ),
  ...createOperatorsIf(addsToSessionUser, '4.3.operation.adds', "other user's data", {
    'wallets that two users add concurrently are added to one of the users': async (
      exchange,
      memory,
    ) => {
      if (!isRequestTo(exchange, 'addWalletToUser')) return exchange.forward();
      const bearer = findBearer(exchange.request);
      const concurrentBearer = memory.get('adding');
      const isConcurrent = bearer !== null && typeof concurrentBearer === 'string';
      if (bearer !== null && !isConcurrent) memory.set('adding', bearer);
      const response = await exchange.forward(
        isConcurrent ? withBearer(exchange.request, concurrentBearer) : exchange.request,
      );
      memory.set('adding', null);
      return response;
    },
  }),
  ...createOperators('4.3.response.empty', 'schema broken', {
    'the response has no body if the user already has the wallet': changeSuccess(
      'addWalletToUser',
      (response, { request }, memory) =>
        memory.signedInWallets.has(readLowerCaseAddress(request))
          ? { ...response, text: '' }
          : response,
    ),
  }),
  ...createOperators('2.4.userMask.createTime', 'undocumented value', {
    'adding a wallet changes the createTime of its user': changeUserMask(
      (mask, { request }, memory) =>
        memory.addedWallets.has(readLowerCaseAddress(request))
          ? { ...mask, createTime: '2020-01-15T10:00:00.000Z' }
          : mask,
    ),
  }),
  ...createOperatorsIf(showsWallets, '3.wallet.added-unverified', 'state not changed', {
    'a wallet that is added on POLYGON is verified at once': changeWalletStatus((wallet) =>
      wallet['walletNetwork'] === 'POLYGON' ? 'verified' : null,
    ),
    'adding a wallet makes the other wallets of the user unverified': changeWalletStatus(
      (wallet, memory, wallets) =>
        listOtherAddedWallets(wallet, wallets, memory).some(
          (other) => other['status'] === 'unverified',
        )
          ? 'unverified'
          : null,
    ),
  }),
  ...createOperatorsIf(showsWallets, '3.wallet.authenticate-verifies', 'state not changed', {
    'verifying an added wallet removes the other wallets of the user': changeWalletStatus(
      (wallet, memory, wallets) =>
        listOtherAddedWallets(wallet, wallets, memory).some(
          (other) => other['status'] === 'verified',
        ) && !memory.addedWallets.has(getAddress(wallet))
          ? 'removed'
          : null,
    ),
    'the second added wallet of a user stays unverified': changeWalletStatus(
      (wallet, memory, wallets) =>
        memory.addedWallets.has(getAddress(wallet)) &&
        listOtherAddedWallets(wallet, wallets, memory).some(
          (other) => other['status'] === 'verified',
        )
          ? 'unverified'
          : null,
    ),
  }),
];
