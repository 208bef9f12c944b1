/** Checks that each number and each address belongs to exactly one user (§5.4 to §5.6). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import { findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import { type HttpResponse, getBodyFields } from '../target/http-request.ts';
import { listDeclaredDestinationContexts } from './declared-destinations.ts';
import { checkInContexts, type Context } from './check-in-contexts.ts';
import { createDestination, sendCode, type OpenCode } from './sent-codes.ts';
import { similarKinds, signUp, signUpTwo, type Resemblance, type TwoUsers } from './signed-up.ts';
import { otpNames } from '../actors/operations.ts';

export function listIdentityContexts(
  channel: OtpChannel,
  clause: '5.4.sms' | '5.5.email',
): Check[] {
  const { destination } = otpNames[channel];
  const listSimilar = (names: readonly Resemblance[]) =>
    names.map((name) => ({ name, reach: (t: Attempt) => signUpTwo(t, channel, name) }));
  return [
    ...checkInContexts(listSimilar(similarKinds[channel]), {
      requirement: `${clause}.one-user-each`,
      title: `signs in another user for another ${destination}`,
      async run(t, { own, other, userIds: [user, second] }) {
        const message = `expected two users, got user ${user} for both ${own.destination} and ${other.destination}`;
        t.assert(user !== second, message, own.signedIn, other.signedIn);
      },
    }),
    ...(channel === 'email' ? listLetterCases(listSimilar) : []),
    check({
      requirement: `${clause}.one-user-each`,
      part: 'other-user-named',
      title: 'ignores a field that names another user or destination',
      run: (t) => assertIgnoresOtherUserNames(t, channel),
    }),
    ...listDeclaredDestinationContexts(channel, clause),
  ];
}

function listLetterCases(
  resembles: (names: readonly Resemblance[]) => readonly Context<TwoUsers>[],
): Check[] {
  const operation = 'authenticateEmailOtp';
  const title = 'signs in the same user when the emailAddress differs only in case';
  const isSame = async (t: Attempt, { own, other, userIds: [user, second] }: TwoUsers) => {
    const message = `expected one user, got ${user} for ${own.destination} and ${second} for ${other.destination}`;
    t.assert(user === second, message, own.signedIn, other.signedIn);
  };
  return [
    // Domain names are case-insensitive (RFC 5321, section 2.4).
    ...checkInContexts(resembles(['case-of-the-domain']), {
      requirement: '5.5.email.flow',
      operation,
      title,
      run: isSame,
    }),
    ...checkInContexts(resembles(['case-of-the-local-part']), {
      requirement: '5.5.email.letter-case',
      title,
      run: isSame,
    }),
  ];
}

/** Submits valid codes in requests that also name another user, destination or record. */
async function assertIgnoresOtherUserNames(t: Attempt, channel: OtpChannel): Promise<void> {
  const victim = await signUp(t, `${channel} itself`);
  const user = findReportedUser(t, victim.signedIn);
  if (user === null) throw new NotTested('needs a user in the response to a code', 'dialect');
  const { destination, recordId } = otpNames[channel];
  const record = findText(victim.sent.body, recordId);
  const names: ((open: OpenCode) => Readonly<Record<string, string>>)[] = [
    ({ sent }) => ({
      [destination]: victim.destination,
      ...(sent.recordId !== null && { [recordId]: sent.recordId }),
    }),
    ({ sent }) => ({
      [destination]: sent.destination,
      ...(record !== null && { [recordId]: record }),
    }),
    () => ({ userId: user, user_id: user }),
  ];
  let open: OpenCode | null = null;
  const sendNaming = async (namesOf: (typeof names)[number]): Promise<void> => {
    open ??= await sendCode(
      t,
      channel,
      createDestination(t, channel, { except: victim.destination }),
    );
    const valid = await t.flows.createOtpRequest(open.sent, open.code);
    const named = namesOf(open);
    const body = { ...getBodyFields(valid), ...named };
    const isOtherOnly = Object.keys(body).length === Object.keys(getBodyFields(valid)).length;
    if (isOtherOnly) return;
    const response: HttpResponse = await t.sendToService({ ...valid, body });
    t.assertNever(
      response.accepted && findReportedUser(t, response) === user,
      `expected the user of the code, got the user named by ${Object.keys(named).join(' and ')}`,
      victim.signedIn,
      response,
    );
    if (response.accepted) open = null;
  };
  // A wrong code may invalidate the code of the other user (§8).
  await t.ctx.identities.runExclusively(victim.destination, async () => {
    for (const namesOf of names) await sendNaming(namesOf);
  });
}
