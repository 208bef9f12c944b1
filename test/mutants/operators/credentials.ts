/** §2.1, §5.1, §5.2: authentication of clients. */
import type { OperationId } from '../../../src/contract/types.ts';
import { withHeaders, type ProxyRequest, type Exchange, withBearer } from '../exchange.ts';
import {
  returnServerError,
  createOperator,
  changeRequest,
  reject,
  acceptOnlyInvalidForm,
  type Operator,
  createOperators,
} from './operator.ts';
import { allOperations } from '../../../conformance/actors/operations.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';

/** Corrects a wrong header. The other header identifies the client; without a match, the first client is used. */
function correctCredential(
  request: ProxyRequest,
  { traits }: Exchange,
  wrongHeader: typeof ID | typeof SECRET,
): ProxyRequest {
  const { [ID]: id, [SECRET]: secret } = request.headers;
  const client =
    traits.clients.find(({ clientId, clientSecret }) =>
      wrongHeader === ID ? clientSecret === secret : clientId === id,
    ) ?? traits.clients[0]!;
  return withHeaders(request, { [ID]: client.clientId, [SECRET]: client.clientSecret });
}

const isMissing = ({ headers }: ProxyRequest, name: string) => !headers[name];
const isPresent = ({ headers }: ProxyRequest, name: string) => Boolean(headers[name]);

/** Accepts requests with a wrong header that match. */
const acceptWrong = (
  operations: OperationId | readonly OperationId[],
  wrongHeader: typeof ID | typeof SECRET,
  matches: (request: ProxyRequest, wrongHeader: string, exchange: Exchange) => boolean,
) =>
  changeRequest(operations, (request, exchange) =>
    matches(request, wrongHeader, exchange)
      ? correctCredential(request, exchange, wrongHeader)
      : null,
  );

const operatorsPerOperation = allOperations.flatMap((operation): Operator[] => [
  ...createOperators('5.1.credentials.missing-refused', 'auth bypassed', {
    [`${operation} does not require ${ID}`]: acceptWrong(operation, ID, isMissing),
    [`${operation} does not require ${SECRET}`]: acceptWrong(operation, SECRET, isMissing),
  }),
  ...createOperators('5.1.credentials.wrong-refused', 'auth bypassed', {
    [`${operation} accepts any ${ID}`]: acceptWrong(operation, ID, isPresent),
    [`${operation} accepts any ${SECRET}`]: acceptWrong(operation, SECRET, isPresent),
  }),
]);

const rejectionOperators = (
  ['authenticateWallet', 'addWalletToUser', 'sendEmailOtp', 'authenticateSmsOtp'] as const
).map((operation) =>
  createOperator(
    '5.1.credentials.accepted',
    'valid request rejected',
    `${operation} rejects valid credentials`,
    reject(operation, 401),
  ),
);

export const credentials: readonly Operator[] = [
  ...operatorsPerOperation,
  ...rejectionOperators,
  ...createOperators('5.1.credentials.wrong-refused', 'auth bypassed', {
    'only the start of a secret is verified': changeRequest(allOperations, (request, exchange) => {
      const valid = correctCredential(request, exchange, SECRET);
      const hasSuffix = request.headers[SECRET]?.startsWith(valid.headers[SECRET] ?? '');
      return hasSuffix === true ? valid : null;
    }),
    'the letter case of a secret is ignored': changeRequest(allOperations, (request, exchange) => {
      const valid = correctCredential(request, exchange, SECRET);
      const [sentSecret, validSecret] = [request, valid].map(({ headers }) =>
        headers[SECRET]?.toLowerCase(),
      );
      return sentSecret === validSecret ? valid : null;
    }),
    'X-Forwarded-For 127.0.0.1 replaces the secret': acceptWrong(
      allOperations,
      SECRET,
      ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1',
    ),
    'a request with an Origin header needs no valid secret': acceptWrong(
      allOperations,
      SECRET,
      (request) => request.headers['origin'] !== undefined && isPresent(request, SECRET),
    ),
    'any id is accepted with the secret of any client': acceptWrong(
      allOperations,
      SECRET,
      (request, _, { traits }) =>
        isPresent(request, ID) &&
        traits.clients.some(({ clientSecret }) => clientSecret === request.headers[SECRET]),
    ),
  }),
  ...createOperators('5.1.credentials.wrong-refused', 'server error', {
    'an unknown client id causes a server error': returnServerError(
      allOperations,
      ({ request, traits }) =>
        isPresent(request, ID) &&
        traits.clients.every(({ clientId }) => clientId !== request.headers[ID]),
    ),
  }),
  ...createOperators('5.1.credentials.missing-refused', 'server error', {
    'a request without credentials causes a server error': returnServerError(
      allOperations,
      ({ request }) => isMissing(request, ID) || isMissing(request, SECRET),
    ),
  }),
  ...createOperators('2.1.service-client-id.header', 'auth bypassed', {
    'the client is identified only by its secret': acceptWrong(allOperations, ID, () => true),
  }),
  ...createOperators('2.1.service-client-secret.header', 'auth bypassed', {
    'the secret is not verified': acceptWrong(allOperations, SECRET, () => true),
  }),
  ...createOperators('2.1.authorization.bearer', 'valid request rejected', {
    'sendSmsOtp accepts the access token only without a scheme': acceptOnlyInvalidForm(
      'sendSmsOtp',
      401,
      (request) => {
        const authorization = request.headers['authorization'];
        const hasNoScheme = authorization !== undefined && !authorization.includes(' ');
        return hasNoScheme ? withBearer(request, authorization) : null;
      },
    ),
  }),
  ...createOperators('5.2.bearer.accepted', 'valid request rejected', {
    'sendSmsOtp rejects every bearer token': reject(
      'sendSmsOtp',
      403,
      ({ request }) => request.headers['authorization'] !== undefined,
    ),
  }),
];
