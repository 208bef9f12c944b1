/** §2.1, §5.1, §5.2: authentication of clients. */
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

const operatorsPerOperation = allOperations.flatMap((operation): Operator[] => [
  ...createOperators('5.1.credentials.missing-refused', 'auth bypassed', {
    [`${operation} does not require ${ID}`]: changeRequest(operation, (request, exchange) =>
      isMissing(request, ID) ? correctCredential(request, exchange, ID) : null,
    ),
    [`${operation} does not require ${SECRET}`]: changeRequest(operation, (request, exchange) =>
      isMissing(request, SECRET) ? correctCredential(request, exchange, SECRET) : null,
    ),
  }),
  ...createOperators('5.1.credentials.wrong-refused', 'auth bypassed', {
    [`${operation} accepts any ${ID}`]: changeRequest(operation, (request, exchange) =>
      isMissing(request, ID) ? null : correctCredential(request, exchange, ID),
    ),
    [`${operation} accepts any ${SECRET}`]: changeRequest(operation, (request, exchange) =>
      isMissing(request, SECRET) ? null : correctCredential(request, exchange, SECRET),
    ),
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
    'X-Forwarded-For 127.0.0.1 replaces the secret': changeRequest(
      allOperations,
      (request, exchange) =>
        request.headers['x-forwarded-for'] === '127.0.0.1'
          ? correctCredential(request, exchange, SECRET)
          : null,
    ),
    'a request with an Origin header needs no valid secret': changeRequest(
      allOperations,
      (request, exchange) =>
        request.headers['origin'] !== undefined && !isMissing(request, SECRET)
          ? correctCredential(request, exchange, SECRET)
          : null,
    ),
    'any id is accepted with the secret of any client': changeRequest(
      allOperations,
      (request, exchange) => {
        const isSecret = exchange.traits.clients.some(
          ({ clientSecret }) => clientSecret === request.headers[SECRET],
        );
        return isSecret && !isMissing(request, ID)
          ? correctCredential(request, exchange, SECRET)
          : null;
      },
    ),
  }),
  ...createOperators('5.1.credentials.wrong-refused', 'server error', {
    'an unknown client id causes a server error': returnServerError(
      allOperations,
      ({ request, traits }) =>
        !isMissing(request, ID) &&
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
    'the client is identified only by its secret': changeRequest(
      allOperations,
      (request, exchange) => correctCredential(request, exchange, ID),
    ),
  }),
  ...createOperators('2.1.service-client-secret.header', 'auth bypassed', {
    'the secret is not verified': changeRequest(allOperations, (request, exchange) =>
      correctCredential(request, exchange, SECRET),
    ),
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
