/** §4.8, §2.7: reading a user. */
import { createResponse, parseFields, isAccepted, withHeaders } from '../exchange.ts';
import { listFlags, isOf, getKyc, getUser, withUser } from '../user-object.ts';
import type { FlagCategory } from '../../../src/contract/types.ts';
import type { Naming } from '../naming.ts';
import type { Fields } from '../exchange.ts';
import {
  changeAcceptedBody,
  replayLastAccepted,
  matchesOperation,
  createOperator,
  type Operator,
} from './operator.ts';

const read = 'getUser';

/** Rejects the user read of some users. */
function rejectUserRead(
  name: string,
  status: number,
  who: (user: Fields, naming: Naming) => boolean,
): Operator {
  return createOperator(
    '4.8.call.at-any-time',
    status < 500 ? 'data withheld' : 'server error',
    name,
    async (exchange) => {
      const response = await exchange.forward();
      if (!matchesOperation(exchange, read) || !isAccepted(response)) return response;
      return who(getUser(parseFields(response), exchange.naming), exchange.naming)
        ? createResponse(status, { message: 'not now' })
        : response;
    },
  );
}

const hasFlagOf = (category: FlagCategory) => (user: Fields, naming: Naming) =>
  listFlags(user, naming).some((flag) => isOf(flag, category, naming));

function changeUserObject(
  requirement: string,
  name: string,
  change: (user: Fields, naming: Naming) => unknown,
  kind: Operator['kind'] = 'schema broken',
): Operator {
  return createOperator(
    requirement,
    kind,
    name,
    changeAcceptedBody(read, (body, { naming }) =>
      withUser(body, naming, change(getUser(body, naming), naming)),
    ),
  );
}

export const userRead: readonly Operator[] = [
  rejectUserRead('a user with a Fraud flag cannot be read', 403, hasFlagOf('Fraud')),
  rejectUserRead('a user with a KYC Review flag cannot be read', 403, hasFlagOf('KYC Review')),
  rejectUserRead(
    'a user whose payment failed cannot be read',
    409,
    hasFlagOf('Transaction Processing'),
  ),
  rejectUserRead('a user with a Fraud flag causes a server error', 500, hasFlagOf('Fraud')),
  rejectUserRead('a user with F0000 cannot be read', 403, (user, naming) =>
    listFlags(user, naming).some(({ code }) => code === 'F0000'),
  ),
  rejectUserRead(
    'a user before KYC cannot be read',
    404,
    (user, naming) => getKyc(user, naming)['status'] === undefined,
  ),
  rejectUserRead(
    'a user whose KYC was declined cannot be read',
    403,
    (user, naming) => getKyc(user, naming)['status'] === 'DECLINED',
  ),
  changeUserObject('4.8.response.user', 'the user object is null', () => null),
  changeUserObject('4.8.response.user', 'the user object is a list', (user) => [user]),
  changeUserObject(
    '4.8.response.user',
    'the user object has no KYC sub-object',
    (user, { user: { kyc } }) => ({ ...user, [kyc]: undefined }),
  ),
  changeUserObject(
    '4.8.response.user',
    'the user object has no flags',
    (user, { user: { flags } }) => ({
      ...user,
      [flags]: undefined,
    }),
  ),
  changeUserObject('2.7.flags.in-user-object', 'the flags are only counted', (user, naming) => ({
    ...user,
    [naming.user.flags]: listFlags(user, naming).length,
  })),
  changeUserObject(
    '2.7.flags.in-user-object',
    'the user object of a flagged user has no flags',
    (user, naming) =>
      listFlags(user, naming).length === 0 ? user : { ...user, [naming.user.flags]: undefined },
  ),
  createOperator(
    '2.7.flags.in-user-object',
    'schema broken',
    'the flags are a JSON string',
    changeAcceptedBody(read, (body, { naming }) => {
      const user = getUser(body, naming);
      return withUser(body, naming, {
        ...user,
        [naming.user.flags]: JSON.stringify(user[naming.user.flags]),
      });
    }),
  ),
  createOperator(
    '4.8.call.reads',
    "other user's data",
    'the user read returns the previous user',
    async (exchange, memory) => {
      const before = memory.findLastResponse(read);
      const response = await exchange.forward();
      return before !== null && matchesOperation(exchange, read) && isAccepted(response)
        ? before
        : response;
    },
  ),
  createOperator(
    '4.8.call.reads',
    "other user's data",
    'the user read occasionally returns the previous user',
    async (exchange, memory) => {
      const before = memory.findLastResponse(read);
      const response = await exchange.forward();
      const isTheTime =
        matchesOperation(exchange, read) && isAccepted(response) && memory.count('read') % 3 === 0;
      return before !== null && isTheTime ? before : response;
    },
  ),
  createOperator(
    '4.8.call.reads',
    'server error',
    'the user read returns 500 for every signed-in user',
    async (exchange) => {
      const response = await exchange.forward();
      return matchesOperation(exchange, read) && isAccepted(response)
        ? createResponse(500, 'oops')
        : response;
    },
    ({ user }) => user.isReadBySession,
  ),
  createOperator(
    '4.8.call.reads',
    'auth bypassed',
    'the user read requires no session',
    replayLastAccepted(read, ({ request }) => request.headers['authorization'] === undefined),
    ({ user }) => user.isReadBySession,
  ),
  createOperator(
    '4.8.call.reads',
    'auth bypassed',
    'the user read accepts any bearer token',
    replayLastAccepted(read, ({ request }) => request.headers['authorization'] !== undefined),
    ({ user }) => user.isReadBySession,
  ),
  createOperator(
    '7.response.no-secret',
    'leak',
    'a user read without the right credentials is rejected with the user in the response',
    async (exchange) => {
      const response = await exchange.forward();
      if (!matchesOperation(exchange, read) || isAccepted(response)) return response;
      const { clientId, clientSecret } = exchange.naming.clients[0]!;
      const known = await exchange.forward(
        withHeaders(exchange.request, {
          'service-client-id': clientId,
          'service-client-secret': clientSecret,
        }),
      );
      return isAccepted(known) ? { ...known, status: response.status } : response;
    },
  ),
];
