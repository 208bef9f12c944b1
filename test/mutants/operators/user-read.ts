/** §4.8, §2.7: reading a user. */
import {
  createResponse,
  findBearer,
  parseFields,
  isAccepted,
  withHeaders,
  type Fields,
  type ProxyResponse,
} from '../exchange.ts';
import { listFlags, hasFlagOf, hasF0000, getKyc, getUser } from '../user-object.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  changeUser,
  acceptWhen,
  isRequestTo,
  type Operator,
  isOfSecondClient,
  isReadBySession,
  mixUpConcurrent,
  createOperatorsIf,
  createOperators,
  changeSuccess,
  returnPreviousResponse,
} from './operator.ts';
import type { Mutate } from '../mutate.ts';

const changeField = (name: 'kyc' | 'flags', change: (value: unknown) => unknown) =>
  changeUser((user, { user: names }) => ({ ...user, [names[name]]: change(user[names[name]]) }));

function rejectUserRead(
  status: number,
  condition: (user: Fields, traits: DeploymentTraits) => boolean,
): Mutate {
  return changeSuccess('getUser', (response, { traits }) =>
    condition(getUser(parseFields(response), traits), traits)
      ? createResponse(status, { message: 'not now' })
      : response,
  );
}

export const userRead: readonly Operator[] = [
  ...createOperators('4.8.operation.at-any-time', 'data withheld', {
    'a user with a Fraud flag cannot be read': rejectUserRead(403, hasFlagOf('Fraud')),
    'a user with a KYC Review flag cannot be read': rejectUserRead(403, hasFlagOf('KYC Review')),
    'a user whose payment failed cannot be read': rejectUserRead(
      409,
      hasFlagOf('Transaction Processing'),
    ),
  }),
  ...createOperators('4.8.operation.at-any-time', 'server error', {
    'a user with a Fraud flag causes a server error': rejectUserRead(500, hasFlagOf('Fraud')),
  }),
  ...createOperators('4.8.operation.at-any-time', 'data withheld', {
    'a user with the flag F0000 cannot be read': rejectUserRead(403, hasF0000),
    'a user cannot be read before the KYC submission': rejectUserRead(
      404,
      (user, traits) => getKyc(user, traits)['status'] === undefined,
    ),
    'a user whose KYC was declined cannot be read': rejectUserRead(
      403,
      (user, traits) => getKyc(user, traits)['status'] === 'DECLINED',
    ),
  }),
  ...createOperators('4.8.response.user', 'schema broken', {
    'the user object is null': changeUser(() => null),
    'the user object is a list': changeUser((user) => [user]),
    'the user object has no KYC sub-object': changeField('kyc', () => undefined),
    'the user object has no flags': changeField('flags', () => undefined),
  }),
  ...createOperators('2.7.flags.in-user-object', 'schema broken', {
    'the flags are only counted': changeUser((user, traits) => ({
      ...user,
      [traits.user.flags]: listFlags(user, traits).length,
    })),
    'the user object of a flagged user has no flags': changeUser((user, traits) =>
      listFlags(user, traits).length === 0 ? user : { ...user, [traits.user.flags]: undefined },
    ),
    'the flags are a JSON string': changeField('flags', (flags) => JSON.stringify(flags)),
  }),
  ...createOperators('2.4.userMask.updateTime-unchanged', 'state not changed', {
    'every user read returns the current time as updateTime': changeUser((user) =>
      'updateTime' in user ? { ...user, updateTime: new Date().toISOString() } : user,
    ),
  }),
  ...createOperators('4.8.operation.reads', "other user's data", {
    'the user read returns the previous user': returnPreviousResponse('getUser'),
    'every third user read returns the previous user': returnPreviousResponse(
      'getUser',
      (_exchange, memory) => memory.increment('read') % 3 === 0,
    ),
  }),
  ...createOperatorsIf(isReadBySession, '4.8.operation.reads', "other user's data", {
    'the user read mixes up two concurrent reads of the second client': mixUpConcurrent(
      'concurrent reads',
      (exchange) => isRequestTo(exchange, 'getUser') && isOfSecondClient(exchange),
    ),
  }),
  ...createOperatorsIf(isReadBySession, '4.8.operation.reads', 'server error', {
    'the user read returns 500 for every signed-in user': changeSuccess('getUser', () =>
      createResponse(500, 'oops'),
    ),
  }),
  ...createOperatorsIf(isReadBySession, '4.8.operation.reads', 'auth bypassed', {
    'the user read requires no session': acceptWhen(
      'getUser',
      ({ request }) => request.headers['authorization'] === undefined,
    ),
    'the user read accepts unsigned sessions with the algorithm NONE':
      acceptSessionsWith('"alg":"NONE"'),
    'the user read verifies a session with the key in its header': acceptSessionsWith('"jwk":'),
    'the user read accepts any bearer token': acceptWhen(
      'getUser',
      ({ request }) => request.headers['authorization'] !== undefined,
    ),
  }),
  ...createOperators('7.response.no-secret', 'leak', {
    'the rejection of a user read with wrong credentials contains the user': async (exchange) => {
      const response = await exchange.forward();
      if (!isRequestTo(exchange, 'getUser') || isAccepted(response)) return response;
      const { clientId, clientSecret } = exchange.traits.clients[0]!;
      const userRead = await exchange.forward(
        withHeaders(exchange.request, {
          'service-client-id': clientId,
          'service-client-secret': clientSecret,
        }),
      );
      return isAccepted(userRead) ? { ...userRead, status: response.status } : response;
    },
  }),
];

/** Accepts a session whose header contains the text, if its claims were accepted before. */
function acceptSessionsWith(text: string): Mutate {
  return async (exchange, memory) => {
    const response = await exchange.forward();
    if (!isRequestTo(exchange, 'getUser')) return response;
    const [header = '', payload = ''] = (findBearer(exchange.request) ?? '').split('.');
    if (isAccepted(response)) memory.set(`read with ${payload}`, response);
    const isForged = Buffer.from(header, 'base64url').toString().includes(text);
    const earlierResponse = memory.get(`read with ${payload}`) as ProxyResponse | undefined;
    return isForged && earlierResponse !== undefined ? earlierResponse : response;
  };
}
