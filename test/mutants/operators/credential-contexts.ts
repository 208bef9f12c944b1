/** §5.1: wrong credentials are accepted in one context, or have an effect though they are rejected. */
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
  breakRule,
} from './operator.ts';
import { allOperations } from '../../../conformance/actors/operations.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';
const wrong = '5.1.credentials.wrong-refused';

/** Returns the request with the credentials of a client, by default the first. */
function withClientCredentials(
  request: ProxyRequest,
  { naming }: Exchange,
  place = 0,
): ProxyRequest {
  const client = naming.clients[place] ?? naming.clients[0];
  if (client === undefined) throw new TypeError('there is no client');
  return withHeaders(request, { [ID]: client.clientId, [SECRET]: client.clientSecret });
}

interface Bypass {
  readonly name: string;
  /** All, if it is undefined. */
  readonly operations?: readonly OperationId[];
  readonly change: (
    request: ProxyRequest,
    exchange: Exchange,
    memory: Memory,
  ) => ProxyRequest | null;
}

const bypasses: readonly Bypass[] = [
  {
    name: 'requires no credentials with walletType',
    operations: ['startWalletAuth', 'authenticateWallet', 'addWalletToUser'],
    change: (request, exchange) =>
      request.headers[ID] === undefined && parseFields(request)['walletType'] !== undefined
        ? withClientCredentials(request, exchange)
        : null,
  },
  {
    name: 'accepts a secret with a suffix',
    change: (request, exchange) => {
      const right = withClientCredentials(request, exchange);
      const secret = request.headers[SECRET] ?? '';
      return secret.startsWith(right.headers[SECRET] ?? '-') ? right : null;
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
      request.headers[SECRET] === exchange.naming.clients[0]?.accessToken
        ? withClientCredentials(request, exchange)
        : null,
  },
  {
    name: 'ignores the last character of a secret',
    change: (request, exchange) => {
      const right = withClientCredentials(request, exchange);
      const [secret = '', known = ''] = [request.headers[SECRET], right.headers[SECRET]];
      return secret.length === known.length && secret.slice(0, -1) === known.slice(0, -1)
        ? right
        : null;
    },
  },
  {
    name: 'accepts a client named constructor',
    change: (request, exchange) =>
      request.headers[ID] === 'constructor' ? withClientCredentials(request, exchange) : null,
  },
  {
    name: 'requires no credentials with a session',
    change: (request, exchange) =>
      request.headers[SECRET] === undefined && (findBearer(request) ?? '').includes('.')
        ? withClientCredentials(request, exchange)
        : null,
  },
  {
    name: 'requires no secret of the second client',
    operations: allOperations.filter(
      (operation) => !operation.endsWith('Otp') || operation.startsWith('send'),
    ),
    change: (request, exchange) =>
      request.headers[SECRET] === undefined &&
      request.headers[ID] === exchange.naming.clients[1]?.clientId
        ? withClientCredentials(request, exchange, 1)
        : null,
  },
];

/** Executes a request that is rejected for its credentials. */
function executeRejected(operation: OperationId): Mutate {
  return async (exchange) => {
    const response = await exchange.forward();
    const { request } = exchange;
    const isWrong = isRequestTo(exchange, operation) && !isAccepted(response);
    const right = withClientCredentials(request, exchange);
    const secret = request.headers[SECRET] ?? '';
    const isNear = secret !== '' && secret.startsWith(right.headers[SECRET] ?? '-');
    if (isWrong && isNear && Object.keys(parseFields(request)).length > 0)
      await exchange.forward(right);
    return response;
  };
}

export const credentialContexts: readonly Operator[] = [
  ...bypasses.flatMap(({ name, change, operations = allOperations }) =>
    operations.map((operation) =>
      createOperator(
        wrong,
        'auth bypassed',
        `${operation} ${name}`,
        changeRequest(operation, change),
      ),
    ),
  ),
  ...breakRule('5.1.credentials.wrong-refused', 'state not changed', {
    'a signature with a wrong secret uses up the challenge': executeRejected('authenticateWallet'),
    'a wallet is added with a wrong secret, and the request rejected':
      executeRejected('addWalletToUser'),
    'a code is sent with a wrong secret, and the request rejected': executeRejected('sendEmailOtp'),
  }),
];
