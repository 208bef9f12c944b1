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
  /** Returns whether to replace the credentials of a request by those of the client. */
  readonly matches: (request: ProxyRequest, exchange: Exchange, memory: Memory) => boolean;
  /** Default: the first client. */
  readonly client?: 1;
}

const bypasses: readonly Bypass[] = [
  {
    name: 'requires no credentials if the body has a walletType',
    operations: walletOperations,
    matches: (request) =>
      request.headers[ID] === undefined && parseFields(request)['walletType'] !== undefined,
  },
  {
    name: 'accepts a secret with a suffix',
    matches: (request, exchange) => {
      const valid = withClientCredentials(request, exchange);
      return (request.headers[SECRET] ?? '').startsWith(valid.headers[SECRET] ?? '-');
    },
  },
  {
    name: 'accepts the id of a client as its secret',
    matches: (request) => request.headers[SECRET] === request.headers[ID],
  },
  {
    name: 'accepts the access token of a client as its secret',
    matches: (request, { traits }) => request.headers[SECRET] === traits.clients[0]?.accessToken,
  },
  {
    name: 'ignores the last character of a secret',
    matches: (request, exchange) => {
      const { [SECRET]: secret = '' } = request.headers;
      const { [SECRET]: validSecret = '' } = withClientCredentials(request, exchange).headers;
      const hasSameLength = secret.length === validSecret.length;
      return hasSameLength && secret.slice(0, -1) === validSecret.slice(0, -1);
    },
  },
  {
    // Every JavaScript object has a property of this name.
    name: 'accepts the client id constructor',
    matches: (request) => request.headers[ID] === 'constructor',
  },
  {
    name: 'requires no credentials if the request has a session',
    matches: (request) =>
      request.headers[SECRET] === undefined && (findBearer(request) ?? '').includes('.'),
  },
  {
    name: 'ignores the client secret when a returning user signs in by code',
    operations: ['authenticateSmsOtp', 'authenticateEmailOtp'],
    matches: (request, exchange, memory) => {
      const destination = findAnyDestination(request, memory);
      const hasSignedIn =
        destination !== undefined &&
        [...memory.codeSignIns.keys()].some(
          (requestText) => findAnyDestination({ text: requestText }, memory) === destination,
        );
      const isFirstClient = request.headers[ID] === exchange.traits.clients[0]?.clientId;
      return hasSignedIn && isFirstClient;
    },
  },
  {
    name: 'requires no secret of the second client',
    // No check covers sign-ins of the second client by code, because each would cost a send.
    operations: allOperations.filter(
      (operation) => operation !== 'authenticateSmsOtp' && operation !== 'authenticateEmailOtp',
    ),
    matches: (request, { traits }) =>
      request.headers[SECRET] === undefined && request.headers[ID] === traits.clients[1]?.clientId,
    client: 1,
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
  ...bypasses.flatMap(({ name, matches, client, operations = allOperations }) =>
    operations.map((operation) =>
      createOperator(
        rule,
        'auth bypassed',
        `${operation} ${name}`,
        changeRequest(operation, (request, exchange, memory) =>
          matches(request, exchange, memory)
            ? withClientCredentials(request, exchange, client)
            : null,
        ),
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
