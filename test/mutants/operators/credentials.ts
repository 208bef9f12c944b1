/** §2.1, §5.1, §5.2: authentication of clients. */
import { withHeaders, type Asked, type Exchange } from '../exchange.ts';
import {
  allOperations,
  breaks,
  operator,
  reads,
  refuses,
  takesInstead,
  type Operator,
} from './operator.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';

const missing = '5.1.credentials.missing-refused';
const wrong = '5.1.credentials.wrong-refused';

/** The request with the credentials of the client that it names, or else of the first client. */
function asKnown(asked: Asked, { words }: Exchange, header: typeof ID | typeof SECRET): Asked {
  const { [ID]: id, [SECRET]: secret } = asked.headers;
  const client =
    words.clients.find(({ clientId, clientSecret }) =>
      header === ID ? clientSecret === secret : clientId === id,
    ) ?? words.clients[0]!;
  return withHeaders(asked, { [ID]: client.clientId, [SECRET]: client.clientSecret });
}

const lacks = (header: string) => (asked: Asked) => !asked.headers[header];

const perOperation = allOperations.flatMap((operation): Operator[] => [
  operator(
    missing,
    'auth bypassed',
    `${operation} does not require ${ID}`,
    reads(operation, (asked, exchange) => (lacks(ID)(asked) ? asKnown(asked, exchange, ID) : null)),
  ),
  operator(
    missing,
    'auth bypassed',
    `${operation} does not require ${SECRET}`,
    reads(operation, (asked, exchange) =>
      lacks(SECRET)(asked) ? asKnown(asked, exchange, SECRET) : null,
    ),
  ),
  operator(
    wrong,
    'auth bypassed',
    `${operation} accepts any ${ID}`,
    reads(operation, (asked, exchange) => (lacks(ID)(asked) ? null : asKnown(asked, exchange, ID))),
  ),
  operator(
    wrong,
    'auth bypassed',
    `${operation} accepts any ${SECRET}`,
    reads(operation, (asked, exchange) =>
      lacks(SECRET)(asked) ? null : asKnown(asked, exchange, SECRET),
    ),
  ),
]);

const positive = (
  ['authenticateWallet', 'addWalletToUser', 'sendEmailOtp', 'authenticateSmsOtp'] as const
).map((operation) =>
  operator(
    '5.1.credentials.accepted',
    'valid request rejected',
    `${operation} rejects valid credentials`,
    refuses(operation, 401),
  ),
);

export const credentials: readonly Operator[] = [
  ...perOperation,
  ...positive,
  operator(
    wrong,
    'auth bypassed',
    'only the start of a secret is verified',
    reads(allOperations, (asked, exchange) => {
      const known = asKnown(asked, exchange, SECRET);
      const isBegun = asked.headers[SECRET]?.startsWith(known.headers[SECRET] ?? '');
      return isBegun === true ? known : null;
    }),
  ),
  operator(
    wrong,
    'auth bypassed',
    'any id is accepted with the secret of any client',
    reads(allOperations, (asked, exchange) => {
      const isSecret = exchange.words.clients.some(
        ({ clientSecret }) => clientSecret === asked.headers[SECRET],
      );
      return isSecret && !lacks(ID)(asked) ? asKnown(asked, exchange, SECRET) : null;
    }),
  ),
  operator(
    wrong,
    'server error',
    'an unknown client id causes a server error',
    breaks(
      allOperations,
      ({ asked, words }) =>
        !lacks(ID)(asked) && words.clients.every(({ clientId }) => clientId !== asked.headers[ID]),
    ),
  ),
  operator(
    missing,
    'server error',
    'a request without credentials causes a server error',
    breaks(allOperations, ({ asked }) => lacks(ID)(asked) || lacks(SECRET)(asked)),
  ),
  operator(
    '2.1.service-client-id.header',
    'auth bypassed',
    'the client is identified only by its secret',
    reads(allOperations, (asked, exchange) => asKnown(asked, exchange, ID)),
  ),
  operator(
    '2.1.service-client-secret.header',
    'auth bypassed',
    'the secret is not verified',
    reads(allOperations, (asked, exchange) => asKnown(asked, exchange, SECRET)),
  ),
  operator(
    '2.1.authorization.bearer',
    'valid request rejected',
    'sendSmsOtp accepts the access token only without a scheme',
    takesInstead('sendSmsOtp', 401, (asked) => {
      const token = asked.headers['authorization'] ?? ' ';
      return token.includes(' ') ? null : withHeaders(asked, { authorization: `Bearer ${token}` });
    }),
  ),
  operator(
    '5.2.bearer.accepted',
    'valid request rejected',
    'sendSmsOtp rejects every bearer token',
    refuses('sendSmsOtp', 403, ({ asked }) => asked.headers['authorization'] !== undefined),
  ),
];
