/** §5.1: wrong credentials are accepted in one context, or have an effect though they are rejected. */
import type { OperationId } from '../../../src/contract/words.ts';
import {
  findBearer,
  parseFields,
  isAccepted,
  withHeaders,
  type Asked,
  type Exchange,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import {
  allOperations,
  matchesOperation,
  createOperator,
  changeRequest,
  type Operator,
} from './operator.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';
const wrong = '5.1.credentials.wrong-refused';

/** The request with the credentials of a client, by default the first. */
function withClientCredentials(asked: Asked, { words }: Exchange, place = 0): Asked {
  const client = words.clients[place] ?? words.clients[0];
  if (client === undefined) throw new TypeError('there is no client');
  return withHeaders(asked, { [ID]: client.clientId, [SECRET]: client.clientSecret });
}

interface Bypass {
  readonly name: string;
  /** All, if it is undefined. */
  readonly operations?: readonly OperationId[];
  readonly meant: (asked: Asked, exchange: Exchange, memory: Memory) => Asked | null;
}

const bypasses: readonly Bypass[] = [
  {
    name: 'requires no credentials with walletType',
    operations: ['startWalletAuth', 'authenticateWallet', 'addWalletToUser'],
    meant: (asked, exchange) =>
      asked.headers[ID] === undefined && parseFields(asked)['walletType'] !== undefined
        ? withClientCredentials(asked, exchange)
        : null,
  },
  {
    name: 'accepts a secret with a suffix',
    meant: (asked, exchange) => {
      const right = withClientCredentials(asked, exchange);
      const given = asked.headers[SECRET] ?? '';
      return given.startsWith(right.headers[SECRET] ?? '-') ? right : null;
    },
  },
  {
    name: 'accepts the id of a client as its secret',
    meant: (asked, exchange) =>
      asked.headers[SECRET] === asked.headers[ID] ? withClientCredentials(asked, exchange) : null,
  },
  {
    name: 'accepts the access token of a client as its secret',
    meant: (asked, exchange) =>
      asked.headers[SECRET] === exchange.words.clients[0]?.accessToken
        ? withClientCredentials(asked, exchange)
        : null,
  },
  {
    name: 'ignores the last character of a secret',
    meant: (asked, exchange) => {
      const right = withClientCredentials(asked, exchange);
      const [given = '', secret = ''] = [asked.headers[SECRET], right.headers[SECRET]];
      return given.length === secret.length && given.slice(0, -1) === secret.slice(0, -1)
        ? right
        : null;
    },
  },
  {
    name: 'accepts a client named constructor',
    meant: (asked, exchange) =>
      asked.headers[ID] === 'constructor' ? withClientCredentials(asked, exchange) : null,
  },
  {
    name: 'requires no credentials with a session',
    meant: (asked, exchange) =>
      asked.headers[SECRET] === undefined && (findBearer(asked) ?? '').includes('.')
        ? withClientCredentials(asked, exchange)
        : null,
  },
  {
    name: 'requires no secret of the second client',
    operations: allOperations.filter(
      (operation) => !operation.endsWith('Otp') || operation.startsWith('send'),
    ),
    meant: (asked, exchange) =>
      asked.headers[SECRET] === undefined &&
      asked.headers[ID] === exchange.words.clients[1]?.clientId
        ? withClientCredentials(asked, exchange, 1)
        : null,
  },
];

/** A request that is rejected for its credentials still has its effect. */
function keepEffectOfRejected(
  operation: 'authenticateWallet' | 'addWalletToUser' | 'sendEmailOtp',
  name: string,
) {
  return createOperator(wrong, 'state not changed', name, async (exchange) => {
    const response = await exchange.forward();
    const { asked } = exchange;
    const isWrong = matchesOperation(exchange, operation) && !isAccepted(response);
    const right = withClientCredentials(asked, exchange);
    const given = asked.headers[SECRET] ?? '';
    const isNear = given !== '' && given.startsWith(right.headers[SECRET] ?? '-');
    if (isWrong && isNear && Object.keys(parseFields(asked)).length > 0)
      await exchange.forward(right);
    return response;
  });
}

export const credentialContexts: readonly Operator[] = [
  ...bypasses.flatMap(({ name, meant, operations: operationsOf = allOperations }) =>
    operationsOf.map((operation) =>
      createOperator(
        wrong,
        'auth bypassed',
        `${operation} ${name}`,
        changeRequest(operation, meant),
      ),
    ),
  ),
  keepEffectOfRejected(
    'authenticateWallet',
    'a signature with a wrong secret uses up the challenge',
  ),
  keepEffectOfRejected(
    'addWalletToUser',
    'a wallet is added with a wrong secret, and the request rejected',
  ),
  keepEffectOfRejected(
    'sendEmailOtp',
    'a code is sent with a wrong secret, and the request rejected',
  ),
];
