import { fieldsOrNull, textIn, userMaskIn, type Fields } from '../responses/fields.ts';
import { readToken } from '../responses/session-token.ts';
import { timeOf } from '../responses/timestamp.ts';
import { leavesOf } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { maskFault } from '../../src/judge/phone-mask.ts';
import { check, section, type Check } from '../define-check.ts';
import { NotTested } from '../outcomes.ts';
import type { Reply } from '../target/http-request.ts';
import { MOST_SKEW, UUID } from './2.4-authentication-result.check.ts';

/** Describes the problem of a sign-in; null if it is valid. */
type Fault = (body: Fields, userMask: Fields, reply: Reply) => string | null;

const rules: readonly { requirement: string; title: string; fault: Fault }[] = [
  {
    requirement: '2.4.sessionJwt.jwt',
    title: 'returns a JSON Web Token as sessionJwt at every wallet sign-in',
    fault: ({ sessionJwt }) => {
      if (typeof sessionJwt !== 'string') return 'expected sessionJwt to be a string';
      const token = readToken(sessionJwt);
      return typeof token === 'string' ? `the sessionJwt ${token}` : null;
    },
  },
  {
    requirement: '2.4.userMask.object',
    title: 'returns an object as userMask at every wallet sign-in',
    fault: ({ userMask }) =>
      fieldsOrNull(userMask) === null ? 'expected userMask to be an object' : null,
  },
  {
    requirement: '2.4.userMask.id',
    title: 'returns a UUID as id in every userMask',
    fault: (_, { id }) =>
      typeof id === 'string' && UUID.test(id) ? null : 'expected userMask.id to be a UUID',
  },
  ...(['createTime', 'updateTime'] as const).map((field) => ({
    requirement: `2.4.userMask.${field}`,
    title: `returns ${field} as ISO 8601 in UTC with milliseconds in every userMask`,
    fault: (_: Fields, userMask: Fields) =>
      timeOf(userMask[field]) === null
        ? `expected an ISO 8601 timestamp in UTC with milliseconds in userMask.${field}`
        : null,
  })),
  {
    requirement: '2.4.userMask.preferredMfaMethod',
    title: 'returns preferredMfaMethod as a string in every userMask',
    fault: (_, userMask) =>
      textIn(userMask, 'preferredMfaMethod') === null
        ? 'expected userMask.preferredMfaMethod to be a string'
        : null,
  },
  {
    requirement: '2.4.userMask.phoneMask',
    title: 'returns no whole phone number or email address in any userMask',
    fault: (_, userMask) =>
      leavesOf(userMask).some(({ value }) => isContact(value))
        ? 'expected masked values in userMask, got a whole phone number or email address'
        : null,
  },
];

// These checks send nothing; they inspect every sign-in of the run.
export const everySignIn = section('2.4', 'Every authentication result', [
  rules.map(({ requirement, title, fault }): Check =>
    check(
      { requirement, operation: 'authenticateWallet', part: 'every-sign-in', title, last: true },
      (t) => {
        for (const reply of signIns(t)) {
          const found = fault(fieldsOrNull(reply.body) ?? {}, userMaskIn(reply.body) ?? {}, reply);
          t.that(found === null, found ?? '', reply);
        }
        return Promise.resolve();
      },
    ),
  ),
  check(
    {
      requirement: '2.4.userMask.createTime',
      operation: 'authenticateWallet',
      part: 'every-sign-in-of-a-user',
      title: 'returns the same createTime for a user in every userMask',
      last: true,
    },
    (t) => {
      const first = new Map<string, { time: number; reply: Reply }>();
      for (const reply of signIns(t)) {
        const userMask = userMaskIn(reply.body);
        const [id, time] = [textIn(userMask, 'id'), timeOf(userMask?.['createTime'])];
        if (id === null || time === null) continue;
        const before = first.get(id) ?? { time, reply };
        first.set(id, before);
        // The first response may be rounded differently from the stored value.
        t.that(
          Math.abs(time - before.time) <= MOST_SKEW,
          'expected one createTime per user, got two',
          before.reply,
          reply,
        );
      }
      t.that(true, '');
      return Promise.resolve();
    },
  ),
  check(
    {
      requirement: '2.4.userMask.phoneMask',
      operation: 'authenticateWallet',
      part: 'own-number',
      title: 'never returns the phoneMask of another number',
      last: true,
    },
    (t) => {
      const numbers = numbersByUser(t);
      const shown = t.ctx.replies.flatMap((reply) => {
        const userMask = reply.accepted ? userMaskIn(reply.body) : null;
        const number = numbers.get(textIn(userMask, 'id') ?? '');
        const mask = textIn(userMask, 'phoneMask') ?? '';
        return number === undefined || !ENDS_WITH_FOUR_DIGITS.test(mask)
          ? []
          : [{ reply, mask, number }];
      });
      if (shown.length === 0) throw new NotTested('needs a user with a phone number', 'contract');
      for (const { reply, mask, number } of shown) {
        t.never(
          maskFault(mask, number) === 'another end',
          `unexpected phoneMask ${mask} for a user with ${number}`,
          reply,
        );
      }
      return Promise.resolve();
    },
  ),
]);

const ENDS_WITH_FOUR_DIGITS = /\d{4}$/;

/** Returns the numbers of users who signed in by SMS, except users with several (§5.7). */
function numbersByUser({ ctx }: Attempt): ReadonlyMap<string, string> {
  const destinations = new Map<string, string>();
  const numbers = new Map<string, Set<string>>();
  for (const { accepted, body, request } of ctx.replies) {
    if (!accepted) continue;
    const [id, number] = [textIn(body, 'phoneId'), textIn(request.body, 'phoneNumber')];
    if (request.operation === 'sendSmsOtp' && id !== null && number !== null) {
      destinations.set(id, number);
    }
    if (request.operation !== 'authenticateSmsOtp') continue;
    const user = textIn(userMaskIn(body), 'id');
    const record = textIn(request.body, 'phoneId');
    // The user of a request with two identities is ambiguous.
    if (number !== null && record !== null) continue;
    const own = number ?? destinations.get(record ?? '');
    if (user === null || own === undefined || !ctx.identities.isUsed(own)) continue;
    numbers.set(user, (numbers.get(user) ?? new Set()).add(own));
  }
  return new Map(
    [...numbers].flatMap(([user, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[user, only] as const],
    ),
  );
}

function signIns({ ctx }: Attempt): readonly Reply[] {
  const found = ctx.replies.filter(
    ({ accepted, request, body }) =>
      accepted && request.operation === 'authenticateWallet' && fieldsOrNull(body) !== null,
  );
  if (found.length === 0) {
    throw new NotTested('needs an accepted authenticateWallet', 'contract');
  }
  return found;
}

/** An unmasked phone number or email address. */
function isContact(value: unknown): boolean {
  return (
    typeof value === 'string' && /^(?:\+\d{7,15}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/.test(value.trim())
  );
}
