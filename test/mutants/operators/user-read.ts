/** §4.8, §2.7: reading a user. */
import { createResponse, parseFields, isAccepted, withHeaders } from '../exchange.ts';
import { listFlags, isOf, getKyc, getUser, withUser } from '../user-object.ts';
import type { FlagCategory } from '../../../src/contract/words.ts';
import type { Words } from '../words.ts';
import type { Fields } from '../exchange.ts';
import { answers, forgives, hits, operator, type Operator } from './operator.ts';

const read = 'getUser';

/** Rejects the user read of some users. */
function refused(
  name: string,
  status: number,
  who: (user: Fields, words: Words) => boolean,
): Operator {
  return operator(
    '4.8.call.at-any-time',
    status < 500 ? 'data withheld' : 'server error',
    name,
    async (exchange) => {
      const response = await exchange.forward();
      if (!hits(exchange, read) || !isAccepted(response)) return response;
      return who(getUser(parseFields(response), exchange.words), exchange.words)
        ? createResponse(status, { message: 'not now' })
        : response;
    },
  );
}

const has = (category: FlagCategory) => (user: Fields, words: Words) =>
  listFlags(user, words).some((flag) => isOf(flag, category, words));

function changed(
  requirement: string,
  name: string,
  change: (user: Fields, words: Words) => unknown,
  kind: Operator['kind'] = 'schema broken',
): Operator {
  return operator(
    requirement,
    kind,
    name,
    answers(read, (body, { words }) => withUser(body, words, change(getUser(body, words), words))),
  );
}

export const userRead: readonly Operator[] = [
  refused('a user with a Fraud flag cannot be read', 403, has('Fraud')),
  refused('a user with a KYC Review flag cannot be read', 403, has('KYC Review')),
  refused('a user whose payment failed cannot be read', 409, has('Transaction Processing')),
  refused('a user with a Fraud flag causes a server error', 500, has('Fraud')),
  refused('a user with F0000 cannot be read', 403, (user, words) =>
    listFlags(user, words).some(({ code }) => code === 'F0000'),
  ),
  refused(
    'a user before KYC cannot be read',
    404,
    (user, words) => getKyc(user, words)['status'] === undefined,
  ),
  refused(
    'a user whose KYC was declined cannot be read',
    403,
    (user, words) => getKyc(user, words)['status'] === 'DECLINED',
  ),
  changed('4.8.response.user', 'the user object is null', () => null),
  changed('4.8.response.user', 'the user object is a list', (user) => [user]),
  changed(
    '4.8.response.user',
    'the user object has no KYC sub-object',
    (user, { user: { kyc } }) => ({ ...user, [kyc]: undefined }),
  ),
  changed('4.8.response.user', 'the user object has no flags', (user, { user: { flags } }) => ({
    ...user,
    [flags]: undefined,
  })),
  changed('2.7.flags.in-user-object', 'the flags are only counted', (user, words) => ({
    ...user,
    [words.user.flags]: listFlags(user, words).length,
  })),
  changed(
    '2.7.flags.in-user-object',
    'the user object of a flagged user has no flags',
    (user, words) =>
      listFlags(user, words).length === 0 ? user : { ...user, [words.user.flags]: undefined },
  ),
  operator(
    '2.7.flags.in-user-object',
    'schema broken',
    'the flags are a JSON string',
    answers(read, (body, { words }) => {
      const user = getUser(body, words);
      return withUser(body, words, {
        ...user,
        [words.user.flags]: JSON.stringify(user[words.user.flags]),
      });
    }),
  ),
  operator(
    '4.8.call.reads',
    "other user's data",
    'the user read returns the previous user',
    async (exchange, memory) => {
      const before = memory.last(read);
      const response = await exchange.forward();
      return before !== null && hits(exchange, read) && isAccepted(response) ? before : response;
    },
  ),
  operator(
    '4.8.call.reads',
    "other user's data",
    'the user read occasionally returns the previous user',
    async (exchange, memory) => {
      const before = memory.last(read);
      const response = await exchange.forward();
      const isTheTime =
        hits(exchange, read) && isAccepted(response) && memory.count('read') % 3 === 0;
      return before !== null && isTheTime ? before : response;
    },
  ),
  operator(
    '4.8.call.reads',
    'server error',
    'the user read returns 500 for every signed-in user',
    async (exchange) => {
      const response = await exchange.forward();
      return hits(exchange, read) && isAccepted(response) ? createResponse(500, 'oops') : response;
    },
    ({ user }) => user.isReadBySession,
  ),
  operator(
    '4.8.call.reads',
    'auth bypassed',
    'the user read requires no session',
    forgives(read, ({ asked }) => asked.headers['authorization'] === undefined),
    ({ user }) => user.isReadBySession,
  ),
  operator(
    '4.8.call.reads',
    'auth bypassed',
    'the user read accepts any bearer',
    forgives(read, ({ asked }) => asked.headers['authorization'] !== undefined),
    ({ user }) => user.isReadBySession,
  ),
  operator(
    '7.response.no-secret',
    'leak',
    'a user read without the right credentials is rejected with the user in the response',
    async (exchange) => {
      const response = await exchange.forward();
      if (!hits(exchange, read) || isAccepted(response)) return response;
      const { clientId, clientSecret } = exchange.words.clients[0]!;
      const known = await exchange.forward(
        withHeaders(exchange.asked, {
          'service-client-id': clientId,
          'service-client-secret': clientSecret,
        }),
      );
      return isAccepted(known) ? { ...known, status: response.status } : response;
    },
  ),
];
