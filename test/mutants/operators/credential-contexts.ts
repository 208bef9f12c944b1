/** §5.1: wrong credentials are accepted in one context, or rejected only after the request was executed. */
import type { OperationId } from '../../../src/contract/types.ts';
import {
  findBearer,
  parseFields,
  isAccepted,
  withHeaders,
  type ProxyRequest,
  type Exchange,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Mutate } from '../mutate.ts';
import {
  isRequestTo,
  createOperator,
  changeRequest,
  type Operator,
  createOperators,
} from './operator.ts';
import { findAnyDestination } from './otp-pairs.ts';
import { allOperations, walletOperations } from '../../../conformance/actors/operations.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';
const rule = '5.1.credentials.wrong-refused';

/** Returns the request with the credentials of the first or second client. */
function withClientCredentials(
  request: ProxyRequest,
  { traits }: Exchange,
  index: 0 | 1 = 0,
): ProxyRequest {
  const client = traits.clients[index] ?? traits.clients[0];
  if (client === undefined) throw new TypeError('there is no client');
  return withHeaders(request, { [ID]: client.clientId, [SECRET]: client.clientSecret });
}

interface Bypass {
  readonly name: string;
  /** Default: all operations. */
  readonly operations?: readonly OperationId[];
  /** Returns the request to forward instead, or null to forward the request unchanged. */
  readonly change: (
    request: ProxyRequest,
    exchange: Exchange,
    memory: Memory,
  ) => ProxyRequest | null;
}

const bypasses: readonly Bypass[] = [
  {
    name: 'requires no credentials if the body has a walletType',
    operations: walletOperations,
    change: (request, exchange) =>
      request.headers[ID] === undefined && parseFields(request)['walletType'] !== undefined
        ? withClientCredentials(request, exchange)
        : null,
  },
  {
    name: 'accepts a secret with a suffix',
    change: (request, exchange) => {
      const valid = withClientCredentials(request, exchange);
      const secret = request.headers[SECRET] ?? '';
      return secret.startsWith(valid.headers[SECRET] ?? '-') ? valid : null;
    },
  },
  {
    name: 'accepts the id of a client as its secret',
    change: (request, exchange) =>
      request.headers[SECRET] === request.headers[ID]
        ? withClientCredentials(request, exchange)
        : null,
  },
  {
    name: 'accepts the access token of a client as its secret',
    change: (request, exchange) =>
      request.headers[SECRET] === exchange.traits.clients[0]?.accessToken
        ? withClientCredentials(request, exchange)
        : null,
  },
  {
    name: 'ignores the last character of a secret',
    change: (request, exchange) => {
      const valid = withClientCredentials(request, exchange);
      const { [SECRET]: secret = '' } = request.headers;
      const { [SECRET]: validSecret = '' } = valid.headers;
      const hasSameLength = secret.length === validSecret.length;
      return hasSameLength && secret.slice(0, -1) === validSecret.slice(0, -1) ? valid : null;
    },
  },
  {
    // Every JavaScript object has a property of this name.
    name: 'accepts the client id constructor',
    change: (request, exchange) =>
      request.headers[ID] === 'constructor' ? withClientCredentials(request, exchange) : null,
  },
  {
    name: 'requires no credentials if the request has a session',
    change: (request, exchange) =>
      request.headers[SECRET] === undefined && (findBearer(request) ?? '').includes('.')
        ? withClientCredentials(request, exchange)
        : null,
  },
  {
    name: 'ignores the client secret when a returning user signs in by code',
    operations: ['authenticateSmsOtp', 'authenticateEmailOtp'],
    change: (request, exchange, memory) => {
      const destination = findAnyDestination(request, memory);
      const hasSignedIn =
        destination !== undefined &&
        [...memory.codeSignIns.keys()].some(
          (requestText) => findAnyDestination({ text: requestText }, memory) === destination,
        );
      const isFirstClient = request.headers[ID] === exchange.traits.clients[0]?.clientId;
      return hasSignedIn && isFirstClient ? withClientCredentials(request, exchange) : null;
    },
  },
  {
    name: 'requires no secret of the second client',
    // No check covers sign-ins of the second client by code, because each would cost a send.
    operations: allOperations.filter(
      (operation) => operation !== 'authenticateSmsOtp' && operation !== 'authenticateEmailOtp',
    ),
    change: (request, exchange) =>
      request.headers[SECRET] === undefined &&
      request.headers[ID] === exchange.traits.clients[1]?.clientId
        ? withClientCredentials(request, exchange, 1)
        : null,
  },
];

/** Executes a rejected request if its secret is the valid secret with a suffix. */
function executeRejected(operation: OperationId): Mutate {
  return async (exchange) => {
    const response = await exchange.forward();
    const { request } = exchange;
    const isRejected = isRequestTo(exchange, operation) && !isAccepted(response);
    const valid = withClientCredentials(request, exchange);
    const hasSuffix = request.headers[SECRET]?.startsWith(valid.headers[SECRET] ?? '-') === true;
    if (isRejected && hasSuffix) await exchange.forward(valid);
    return response;
  };
}

export const credentialContexts: readonly Operator[] = [
  ...bypasses.flatMap(({ name, change, operations = allOperations }) =>
    operations.map((operation) =>
      createOperator(
        rule,
        'auth bypassed',
        `${operation} ${name}`,
        changeRequest(operation, change),
      ),
    ),
  ),
  ...createOperators(rule, 'state not changed', {
    'a sign-in with a wrong secret is rejected, but invalidates the challenge':
      executeRejected('authenticateWallet'),
    'addWalletToUser with a wrong secret is rejected, but adds the wallet':
      executeRejected('addWalletToUser'),
    'sendEmailOtp with a wrong secret is rejected, but sends the code':
      executeRejected('sendEmailOtp'),
  }),
];
