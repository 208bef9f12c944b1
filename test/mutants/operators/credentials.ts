/** §2.1, §5.1, §5.2: authentication of clients. */
import { withHeaders, type Asked, type Exchange } from '../exchange.ts';
import {
  allOperations,
  returnServerError,
  createOperator,
  changeRequest,
  rejectValidRequest,
  acceptOnlyInvalidForm,
  type Operator,
} from './operator.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';

const missing = '5.1.credentials.missing-refused';
const wrong = '5.1.credentials.wrong-refused';

/** The request with the credentials of the client that it names, or else of the first client. */
function withKnownCredentials(
  asked: Asked,
  { words }: Exchange,
  header: typeof ID | typeof SECRET,
): Asked {
  const { [ID]: id, [SECRET]: secret } = asked.headers;
  const client =
    words.clients.find(({ clientId, clientSecret }) =>
      header === ID ? clientSecret === secret : clientId === id,
    ) ?? words.clients[0]!;
  return withHeaders(asked, { [ID]: client.clientId, [SECRET]: client.clientSecret });
}

const isMissingHeader = (header: string) => (asked: Asked) => !asked.headers[header];

const perOperation = allOperations.flatMap((operation): Operator[] => [
  createOperator(
    missing,
    'auth bypassed',
    `${operation} does not require ${ID}`,
    changeRequest(operation, (asked, exchange) =>
      isMissingHeader(ID)(asked) ? withKnownCredentials(asked, exchange, ID) : null,
    ),
  ),
  createOperator(
    missing,
    'auth bypassed',
    `${operation} does not require ${SECRET}`,
    changeRequest(operation, (asked, exchange) =>
      isMissingHeader(SECRET)(asked) ? withKnownCredentials(asked, exchange, SECRET) : null,
    ),
  ),
  createOperator(
    wrong,
    'auth bypassed',
    `${operation} accepts any ${ID}`,
    changeRequest(operation, (asked, exchange) =>
      isMissingHeader(ID)(asked) ? null : withKnownCredentials(asked, exchange, ID),
    ),
  ),
  createOperator(
    wrong,
    'auth bypassed',
    `${operation} accepts any ${SECRET}`,
    changeRequest(operation, (asked, exchange) =>
      isMissingHeader(SECRET)(asked) ? null : withKnownCredentials(asked, exchange, SECRET),
    ),
  ),
]);

const positive = (
  ['authenticateWallet', 'addWalletToUser', 'sendEmailOtp', 'authenticateSmsOtp'] as const
).map((operation) =>
  createOperator(
    '5.1.credentials.accepted',
    'valid request rejected',
    `${operation} rejects valid credentials`,
    rejectValidRequest(operation, 401),
  ),
);

export const credentials: readonly Operator[] = [
  ...perOperation,
  ...positive,
  createOperator(
    wrong,
    'auth bypassed',
    'only the start of a secret is verified',
    changeRequest(allOperations, (asked, exchange) => {
      const known = withKnownCredentials(asked, exchange, SECRET);
      const isBegun = asked.headers[SECRET]?.startsWith(known.headers[SECRET] ?? '');
      return isBegun === true ? known : null;
    }),
  ),
  createOperator(
    wrong,
    'auth bypassed',
    'any id is accepted with the secret of any client',
    changeRequest(allOperations, (asked, exchange) => {
      const isSecret = exchange.words.clients.some(
        ({ clientSecret }) => clientSecret === asked.headers[SECRET],
      );
      return isSecret && !isMissingHeader(ID)(asked)
        ? withKnownCredentials(asked, exchange, SECRET)
        : null;
    }),
  ),
  createOperator(
    wrong,
    'server error',
    'an unknown client id causes a server error',
    returnServerError(
      allOperations,
      ({ asked, words }) =>
        !isMissingHeader(ID)(asked) &&
        words.clients.every(({ clientId }) => clientId !== asked.headers[ID]),
    ),
  ),
  createOperator(
    missing,
    'server error',
    'a request without credentials causes a server error',
    returnServerError(
      allOperations,
      ({ asked }) => isMissingHeader(ID)(asked) || isMissingHeader(SECRET)(asked),
    ),
  ),
  createOperator(
    '2.1.service-client-id.header',
    'auth bypassed',
    'the client is identified only by its secret',
    changeRequest(allOperations, (asked, exchange) => withKnownCredentials(asked, exchange, ID)),
  ),
  createOperator(
    '2.1.service-client-secret.header',
    'auth bypassed',
    'the secret is not verified',
    changeRequest(allOperations, (asked, exchange) =>
      withKnownCredentials(asked, exchange, SECRET),
    ),
  ),
  createOperator(
    '2.1.authorization.bearer',
    'valid request rejected',
    'sendSmsOtp accepts the access token only without a scheme',
    acceptOnlyInvalidForm('sendSmsOtp', 401, (asked) => {
      const token = asked.headers['authorization'] ?? ' ';
      return token.includes(' ') ? null : withHeaders(asked, { authorization: `Bearer ${token}` });
    }),
  ),
  createOperator(
    '5.2.bearer.accepted',
    'valid request rejected',
    'sendSmsOtp rejects every bearer token',
    rejectValidRequest(
      'sendSmsOtp',
      403,
      ({ asked }) => asked.headers['authorization'] !== undefined,
    ),
  ),
];
