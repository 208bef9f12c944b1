/** §5.3, §4.2: mutants that break the sign-in by wallet in one context only. */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../../src/contract/types.ts';
import {
  createResponse,
  findBearer,
  findText,
  isAccepted,
  parseFields,
  type ProxyResponse,
  type Exchange,
  readText,
  readLowerCaseAddress,
  withUserId,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Mutate } from '../mutate.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  isReadBySession,
  isRequestTo,
  createOperator,
  type Operator,
  createsUsers,
  isOfSecondClient,
  createOperatorsIf,
  createOperators,
  acceptsNetwork,
  acceptsType,
  perRun,
} from './operator.ts';
import { recoverSigner } from './signatures.ts';

export interface Context {
  readonly name: string;
  /** Returns whether a request is in the context. */
  readonly matches: (exchange: Exchange, memory: Memory) => boolean;
  /** Returns whether the context exists in a deployment. */
  readonly applies?: (traits: DeploymentTraits) => boolean;
  /** True if a legal deployment may reject valid requests. */
  readonly mayBeRejected?: true;
  /** True if the context ends with a sign-in, so that no challenge is used twice in it. */
  readonly endsWithSignIn?: true;
}

export const onPolygon: Context = {
  name: 'on POLYGON',
  matches: ({ request }) => readText(request, 'walletNetwork') === 'POLYGON',
  applies: acceptsNetwork,
};

const contexts: readonly Context[] = [
  {
    name: 'on ETHEREUM',
    matches: ({ request }) => readText(request, 'walletNetwork') === 'ETHEREUM',
    applies: acceptsNetwork,
  },
  onPolygon,
  {
    name: 'of type EVM',
    matches: ({ request }) => readText(request, 'walletType') === 'EVM',
    applies: acceptsType,
    mayBeRejected: true,
  },
  { name: 'through the second client', matches: isOfSecondClient },
  {
    name: 'of type EVM through the second client',
    matches: (exchange) =>
      isOfSecondClient(exchange) && readText(exchange.request, 'walletType') === 'EVM',
    applies: acceptsType,
  },
  {
    name: 'on POLYGON through the second client',
    matches: (exchange) =>
      isOfSecondClient(exchange) && readText(exchange.request, 'walletNetwork') === 'POLYGON',
    applies: acceptsNetwork,
  },
  {
    name: 'for a wallet that another client added',
    matches: (exchange, memory) =>
      isOfSecondClient(exchange) && memory.addedWallets.has(readLowerCaseAddress(exchange.request)),
    endsWithSignIn: true,
  },
  {
    name: 'for the first sign-in of an added wallet',
    matches: ({ request }, memory) =>
      memory.addedWallets.has(readLowerCaseAddress(request)) &&
      !memory.signedInWallets.has(readLowerCaseAddress(request)),
    endsWithSignIn: true,
  },
  {
    name: 'for an added wallet that signed in before',
    matches: ({ request }, memory) =>
      memory.addedWallets.has(readLowerCaseAddress(request)) &&
      memory.signedInWallets.has(readLowerCaseAddress(request)),
  },
  {
    name: 'for a returning wallet',
    matches: ({ request }, memory) => memory.signedInWallets.has(readLowerCaseAddress(request)),
  },
  {
    name: 'for an address in lower case',
    matches: ({ request }) => readText(request, 'walletAddress') === readLowerCaseAddress(request),
    mayBeRejected: true,
    applies: createsUsers,
  },
  {
    name: 'after another wallet signed in',
    matches: ({ request }, memory) =>
      memory.get(`signed in before ${readLowerCaseAddress(request)}`) !== memory.get('signed in'),
    mayBeRejected: true,
  },
  {
    name: 'after a user read',
    matches: ({ request }, memory) =>
      memory.get(`read since start ${readLowerCaseAddress(request)}`) === true,
    applies: isReadBySession,
  },
  {
    name: 'after a rejected startWalletAuth',
    matches: ({ request }, memory) =>
      memory.get(`rejected start ${readLowerCaseAddress(request)}`) === true,
    mayBeRejected: true,
  },
];

/** Records rejected starts, user reads after a start, and which wallet signed in last before a start. */
function recordEvents(exchange: Exchange, memory: Memory, response: ProxyResponse): void {
  const address = readLowerCaseAddress(exchange.request);
  if (isRequestTo(exchange, 'startWalletAuth')) {
    memory.set(`rejected start ${address}`, !isAccepted(response));
    memory.set(`signed in before ${address}`, memory.get('signed in'));
    memory.set(`read since start ${address}`, false);
  }
  if (isRequestTo(exchange, 'authenticateWallet') && isAccepted(response)) {
    memory.set('signed in', address);
    memory.set(`wallet of ${findText(parseFields(response), 'sessionJwt')}`, address);
  }
  if (isRequestTo(exchange, 'getUser') && isAccepted(response)) {
    const reader = memory.get(`wallet of ${findBearer(exchange.request)}`);
    memory.set(`read since start ${String(reader)}`, true);
  }
}

interface Fault {
  readonly requirement: string;
  readonly name: string;
  readonly kind: Operator['kind'];
  /** Returns whether the mutant accepts a rejected signature. Default: it rejects valid signatures. */
  readonly accepts?: (signature: SignatureFacts) => boolean;
}

interface SignatureFacts {
  /** The address recovered from signature and newest challenge; null if one is missing or malformed. */
  readonly signer: string | null;
  /** Whether the wallet signed any challenge. */
  readonly isByWallet: boolean;
  /** Whether it is the last signature of the wallet that was accepted in the context. */
  readonly wasUsed: boolean;
}

const faults: readonly Fault[] = [
  {
    requirement: '5.3.wallet.other-signer-refused',
    name: 'a signature by any key is accepted',
    kind: 'auth bypassed',
    accepts: ({ isByWallet, signer }) => !isByWallet && signer !== null,
  },
  {
    requirement: '5.3.wallet.other-message-refused',
    name: 'a signature over any challenge is accepted',
    kind: 'auth bypassed',
    accepts: ({ isByWallet, wasUsed }) => isByWallet && !wasUsed,
  },
  {
    requirement: '5.3.wallet.used-challenge-refused',
    name: 'a used challenge is accepted',
    kind: 'use after invalidation',
    accepts: ({ wasUsed }) => wasUsed,
  },
  {
    requirement: '5.3.wallet.flow',
    name: 'the correct signature is rejected',
    kind: 'valid request rejected',
  },
];

function examineSignature({ request }: Exchange, memory: Memory): SignatureFacts {
  const signature = readText(request, 'signature');
  const address = readLowerCaseAddress(request);
  const newestChallenge = memory.listChallenges(address).at(-1);
  return {
    signer: newestChallenge === undefined ? null : recoverSigner(newestChallenge, signature),
    isByWallet: memory
      .listAllChallenges()
      .some((challenge) => recoverSigner(challenge, signature) === address),
    wasUsed: memory.get(`used ${address}`) === signature,
  };
}

const faultsInContexts = faults.flatMap((fault) =>
  contexts
    .filter(({ mayBeRejected, endsWithSignIn }) => {
      const isLegal = fault.accepts === undefined && mayBeRejected;
      const isImpossible = fault.kind === 'use after invalidation' && endsWithSignIn;
      return !isLegal && !isImpossible;
    })
    .map(({ name, matches, applies }) =>
      createOperator(
        fault.requirement,
        fault.kind,
        `${fault.name} ${name}`,
        async (exchange, memory) => {
          const isInContext =
            isRequestTo(exchange, 'authenticateWallet') && matches(exchange, memory);
          const response = await exchange.forward();
          recordEvents(exchange, memory, response);
          if (!isInContext) return response;
          if (fault.accepts === undefined) {
            return isAccepted(response) ? createResponse(401, { message: 'No.' }) : response;
          }
          if (isAccepted(response)) {
            memory.set(
              `used ${readLowerCaseAddress(exchange.request)}`,
              readText(exchange.request, 'signature'),
            );
            return response;
          }
          if (!fault.accepts(examineSignature(exchange, memory))) return response;
          return memory.findLastResponse('authenticateWallet') ?? response;
        },
        applies,
      ),
    ),
);

type InFlight = Map<string, Promise<ProxyResponse>>;

/** Passes requests to an operation to `change`, which stores pending responses of the run in `inFlight`. */
function changeConcurrent(
  operation: OperationId,
  change: (exchange: Exchange, inFlight: InFlight) => Promise<ProxyResponse>,
): Mutate {
  return perRun(() => {
    const inFlight: InFlight = new Map();
    return (exchange) =>
      isRequestTo(exchange, operation) ? change(exchange, inFlight) : exchange.forward();
  });
}

/** Returns the same response to concurrent requests with the same body. */
export const shareResponse = (operation: OperationId): Mutate =>
  changeConcurrent(operation, (exchange, inFlight) => {
    const { text } = exchange.request;
    const response = inFlight.get(text) ?? exchange.forward();
    inFlight.set(text, response);
    return response.finally(() => inFlight.delete(text));
  });

/** Signs in another user if a sign-in of the same wallet is pending. */
export const splitConcurrentSignIns = changeConcurrent(
  'authenticateWallet',
  async (exchange, inFlight) => {
    const address = readLowerCaseAddress(exchange.request);
    const isSecond = inFlight.has(address);
    const pending = exchange.forward();
    inFlight.set(address, pending);
    const response = await pending.finally(() => inFlight.delete(address));
    return isSecond && isAccepted(response) ? withUserId(response, randomUUID()) : response;
  },
);

export const walletContexts: readonly Operator[] = [
  ...faultsInContexts,
  ...createOperatorsIf(createsUsers, '5.3.wallet.flow', "other user's data", {
    'an address in lower case has another user than the address with checksum': async (
      exchange,
    ) => {
      const { request } = exchange;
      const isLowerCase = readText(request, 'walletAddress') === readLowerCaseAddress(request);
      const response = await exchange.forward();
      const isSignIn = isRequestTo(exchange, 'authenticateWallet') && isAccepted(response);
      return isSignIn && isLowerCase ? withUserId(response, randomUUID()) : response;
    },
  }),
  ...createOperators('5.3.wallet.flow', 'state not changed', {
    'a rejected startWalletAuth invalidates the challenge of the wallet': async (
      exchange,
      memory,
    ) => {
      const { request } = exchange;
      const response = await exchange.forward();
      const key = `dropped ${readLowerCaseAddress(request)}`;
      if (isRequestTo(exchange, 'startWalletAuth')) memory.set(key, !isAccepted(response));
      return isRequestTo(exchange, 'authenticateWallet') && memory.get(key) === true
        ? createResponse(401, { message: 'No challenge.' })
        : response;
    },
  }),
  ...createOperators('5.3.wallet.flow', 'valid request rejected', {
    'all wallets of a client share one outstanding challenge': async (exchange, memory) => {
      const { request } = exchange;
      const key = `open ${request.headers['service-client-id'] ?? ''}`;
      const response = await exchange.forward();
      if (isRequestTo(exchange, 'startWalletAuth') && isAccepted(response))
        memory.set(key, readLowerCaseAddress(request));
      return isRequestTo(exchange, 'authenticateWallet') &&
        memory.get(key) !== readLowerCaseAddress(request)
        ? createResponse(401, { message: 'No challenge.' })
        : response;
    },
  }),
  ...createOperatorsIf(createsUsers, '4.2.operation.authenticates', "other user's data", {
    'two concurrent sign-ins of a wallet create two users': splitConcurrentSignIns,
  }),
  ...createOperators('2.3.challenge.random-part', "other user's data", {
    'concurrent startWalletAuth requests return the same challenge': changeConcurrent(
      'startWalletAuth',
      async (exchange, inFlight) => {
        const firstPending = inFlight.get('startWalletAuth');
        const pending = exchange.forward();
        inFlight.set('startWalletAuth', firstPending ?? pending);
        const response = await pending.finally(() => inFlight.delete('startWalletAuth'));
        const firstResponse = firstPending === undefined ? response : await firstPending;
        return isAccepted(response) && isAccepted(firstResponse) ? firstResponse : response;
      },
    ),
  }),
  ...createOperators('5.3.wallet.used-challenge-refused', 'use after invalidation', {
    'two concurrent requests with one challenge are both accepted':
      shareResponse('authenticateWallet'),
  }),
];
