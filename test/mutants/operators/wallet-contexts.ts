/** §5.3, §4.2: sign-in by wallet is broken in one context only. */
import {
  createResponse,
  isAccepted,
  type ProxyResponse,
  type Exchange,
  readText,
  readAddress,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Naming } from '../naming.ts';
import {
  isRequestTo,
  createOperator,
  type Operator,
  createsUsers,
  isOfSecondClient,
  breakRuleIf,
  breakRule,
  acceptsNetwork,
} from './operator.ts';
import { recoverSigner } from './signatures.ts';

const start = 'startWalletAuth';
const authenticate = 'authenticateWallet';

interface Context {
  readonly name: string;
  readonly holds: (exchange: Exchange, memory: Memory) => boolean;
  readonly applies?: (naming: Naming) => boolean;
  /** False where a rejection of valid requests may be the dialect of a legal deployment. */
  readonly rejects?: boolean;
  /** Whether it ends with the sign-in, so that nothing is used twice. */
  readonly isFirst?: boolean;
}

const contexts: readonly Context[] = [
  {
    name: 'on ETHEREUM',
    holds: ({ request }) => readText(request, 'walletNetwork') === 'ETHEREUM',
    applies: acceptsNetwork,
  },
  {
    name: 'on POLYGON',
    holds: ({ request }) => readText(request, 'walletNetwork') === 'POLYGON',
    applies: acceptsNetwork,
  },
  {
    name: 'of type EVM',
    holds: ({ request }) => readText(request, 'walletType') === 'EVM',
    applies: ({ takes }) => takes.walletType,
    rejects: false,
  },
  { name: 'through the second client', holds: isOfSecondClient },
  {
    name: 'of type EVM through the second client',
    holds: (exchange) =>
      isOfSecondClient(exchange) && readText(exchange.request, 'walletType') === 'EVM',
    applies: ({ takes }) => takes.walletType,
  },
  {
    name: 'on POLYGON through the second client',
    holds: (exchange) =>
      isOfSecondClient(exchange) && readText(exchange.request, 'walletNetwork') === 'POLYGON',
    applies: acceptsNetwork,
  },
  {
    name: 'for a wallet that another client added',
    holds: (exchange, memory) =>
      isOfSecondClient(exchange) && memory.addedWallets.has(readAddress(exchange.request)),
    isFirst: true,
  },
  {
    name: 'for an added wallet',
    holds: ({ request }, memory) =>
      memory.addedWallets.has(readAddress(request)) &&
      !memory.signedInWallets.has(readAddress(request)),
    isFirst: true,
  },
  {
    name: 'for a second wallet of a user',
    holds: ({ request }, memory) =>
      memory.addedWallets.has(readAddress(request)) &&
      memory.signedInWallets.has(readAddress(request)),
  },
  {
    name: 'for a returning wallet',
    holds: ({ request }, memory) => memory.signedInWallets.has(readAddress(request)),
  },
  {
    name: 'for an address in lower case',
    holds: ({ request }) => readText(request, 'walletAddress') === readAddress(request),
    rejects: false,
    applies: createsUsers,
  },
  {
    name: 'after another wallet signed in',
    holds: ({ request }, memory) =>
      memory.get(`signed in before ${readAddress(request)}`) !== memory.get('signed in'),
    rejects: false,
  },
  {
    name: 'after a rejected start',
    holds: ({ request }, memory) => memory.get(`rejected start ${readAddress(request)}`) === true,
    rejects: false,
  },
];

/** Records the events that the contexts need: rejected starts, sign-ins since a start. */
function recordEvents(exchange: Exchange, memory: Memory, response: ProxyResponse): ProxyResponse {
  const address = readAddress(exchange.request);
  if (isRequestTo(exchange, start)) {
    memory.set(`rejected start ${address}`, !isAccepted(response));
    memory.set(`signed in before ${address}`, memory.get('signed in'));
  }
  if (isRequestTo(exchange, authenticate) && isAccepted(response)) memory.set('signed in', address);
  return response;
}

interface Fault {
  readonly requirement: string;
  readonly name: string;
  readonly kind: Operator['kind'];
  /** Returns whether a rejected sign-in is accepted. */
  readonly isAcceptedFor?: (signers: Signers) => boolean;
}

interface Signers {
  /** The signer of the newest challenge of the wallet, or an invalid signature. */
  readonly ofNewest: string | null;
  /** Whether the wallet itself signed some text. */
  readonly isOwn: boolean;
  readonly wasUsed: boolean;
}

const faults: readonly Fault[] = [
  {
    requirement: '5.3.wallet.other-signer-refused',
    name: 'a signature by any key is accepted',
    kind: 'auth bypassed',
    isAcceptedFor: ({ isOwn, ofNewest }) => !isOwn && ofNewest !== null,
  },
  {
    requirement: '5.3.wallet.other-message-refused',
    name: 'a signature over any challenge is accepted',
    kind: 'auth bypassed',
    isAcceptedFor: ({ isOwn, wasUsed }) => isOwn && !wasUsed,
  },
  {
    requirement: '5.3.wallet.used-challenge-refused',
    name: 'a used challenge is accepted',
    kind: 'use after invalidation',
    isAcceptedFor: ({ wasUsed }) => wasUsed,
  },
  {
    requirement: '5.3.wallet.flow',
    name: 'the correct signature is rejected',
    kind: 'valid request rejected',
  },
];

function findSigners({ request }: Exchange, memory: Memory): Signers {
  const signature = readText(request, 'signature');
  const address = readAddress(request);
  const signs = (text: string) => recoverSigner(text, signature) === address;
  const newest = memory.listChallenges(address).at(-1);
  return {
    ofNewest: newest === undefined ? null : recoverSigner(newest, signature),
    isOwn: memory.listAllChallenges().some(signs),
    wasUsed: memory.get(`used ${address}`) === signature,
  };
}

const inContext = faults.flatMap((fault) =>
  contexts
    .filter(({ rejects }) => fault.isAcceptedFor !== undefined || rejects !== false)
    .filter(({ isFirst }) => fault.kind !== 'use after invalidation' || isFirst !== true)
    .map(({ name, holds, applies }) =>
      createOperator(
        fault.requirement,
        fault.kind,
        `${fault.name} ${name}`,
        async (exchange, memory) => {
          const isIn = isRequestTo(exchange, authenticate) && holds(exchange, memory);
          const response = recordEvents(exchange, memory, await exchange.forward());
          if (!isIn) return response;
          if (fault.isAcceptedFor === undefined) {
            return isAccepted(response) ? createResponse(401, { message: 'No.' }) : response;
          }
          if (isAccepted(response)) {
            memory.set(
              `used ${readAddress(exchange.request)}`,
              readText(exchange.request, 'signature'),
            );
            return response;
          }
          const isForgiven = fault.isAcceptedFor(findSigners(exchange, memory));
          return (isForgiven && memory.findLastResponse(authenticate)) || response;
        },
        applies,
      ),
    ),
);

const inFlight = new WeakMap<Memory, Map<string, Promise<ProxyResponse>>>();

export const walletContexts: readonly Operator[] = [
  ...inContext,
  ...breakRuleIf(createsUsers, '5.3.wallet.flow', "other user's data", {
    'an address in lower case has another user than the address with checksum': async (
      exchange,
      memory,
    ) => {
      const { request } = exchange;
      const isLower = readText(request, 'walletAddress') === readAddress(request);
      const response = await exchange.forward();
      if (!isRequestTo(exchange, authenticate) || !isAccepted(response) || !isLower)
        return response;
      const id = memory.count('split').toString(16).padStart(12, '0');
      return {
        ...response,
        text: response.text.replace(/"id":"[^"]+"/, `"id":"0b5e7a52-0000-4000-8000-${id}"`),
      };
    },
  }),
  ...breakRule('5.3.wallet.flow', 'state not changed', {
    'a start with a wrong secret drops the challenge of the wallet': async (exchange, memory) => {
      const { request } = exchange;
      const response = await exchange.forward();
      const key = `dropped ${readAddress(request)}`;
      if (isRequestTo(exchange, start)) memory.set(key, !isAccepted(response));
      return isRequestTo(exchange, authenticate) && memory.get(key) === true
        ? createResponse(401, { message: 'No challenge.' })
        : response;
    },
  }),
  ...breakRule('5.3.wallet.flow', 'valid request rejected', {
    'all wallets of a client share one outstanding challenge': async (exchange, memory) => {
      const { request } = exchange;
      const key = `open ${request.headers['service-client-id'] ?? ''}`;
      const response = await exchange.forward();
      if (isRequestTo(exchange, start) && isAccepted(response))
        memory.set(key, readAddress(request));
      return isRequestTo(exchange, authenticate) && memory.get(key) !== readAddress(request)
        ? createResponse(401, { message: 'No challenge.' })
        : response;
    },
  }),
  ...breakRuleIf(createsUsers, '4.2.call.authenticates', "other user's data", {
    'two concurrent sign-ins of a wallet create two users': async (exchange, memory) => {
      if (!isRequestTo(exchange, authenticate)) return exchange.forward();
      const address = readAddress(exchange.request);
      const running = inFlight.get(memory) ?? new Map<string, Promise<ProxyResponse>>();
      inFlight.set(memory, running);
      const isSecond = running.has(address);
      const response = exchange.forward();
      running.set(address, response);
      const { text, ...rest } = await response.finally(() => running.delete(address));
      const id = memory.count('split').toString(16).padStart(12, '0');
      return {
        ...rest,
        text: isSecond
          ? text.replace(/"id":"[^"]+"/, `"id":"0b5e7a52-0000-4000-8000-${id}"`)
          : text,
      };
    },
  }),
  ...breakRule('2.3.challenge.random-part', "other user's data", {
    'concurrent starts return the same challenge': async (exchange, memory) => {
      if (!isRequestTo(exchange, start)) return exchange.forward();
      const running = inFlight.get(memory) ?? new Map<string, Promise<ProxyResponse>>();
      inFlight.set(memory, running);
      const first = running.get(start);
      const response = exchange.forward();
      running.set(start, first ?? response);
      const second = await response.finally(() => running.delete(start));
      const earlier = first === undefined ? second : await first;
      return isAccepted(second) && isAccepted(earlier) ? earlier : second;
    },
  }),
  ...breakRule('5.3.wallet.used-challenge-refused', 'use after invalidation', {
    'two concurrent requests with one challenge are both accepted': async (exchange, memory) => {
      if (!isRequestTo(exchange, authenticate)) return exchange.forward();
      const running = inFlight.get(memory) ?? new Map<string, Promise<ProxyResponse>>();
      inFlight.set(memory, running);
      const { text } = exchange.request;
      const response = running.get(text) ?? exchange.forward();
      running.set(text, response);
      return response.finally(() => running.delete(text));
    },
  }),
];
