/** Checks that each number and each address belongs to exactly one user (§5.4 to §5.6). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import { findReportedUser, requireReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { getBodyFields } from '../target/http-request.ts';
import { createConfiguredDestinationChecks } from './configured-destinations.ts';
import { checkInContexts } from './check-in-contexts.ts';
import { createDestination, sendCode } from './sent-codes.ts';
import type { SentCode } from '../observations/otp-requests.ts';
import { caseKinds, similarKinds, signUp, signUpTwo, type Resemblance } from './signed-up.ts';
import { otpNames } from '../actors/operations.ts';

export function createIdentityChecks(
  channel: OtpChannel,
  clause: '5.4.sms' | '5.5.email',
): Check[] {
  const { destination } = otpNames[channel];
  const listSimilar = (names: readonly Resemblance[]) =>
    names.map((name) => ({ name, prepare: (t: Attempt) => signUpTwo(t, channel, name) }));
  return [
    ...checkInContexts(listSimilar(similarKinds[channel]), {
      requirement: `${clause}.one-user-each`,
      title: `signs in another user for another ${destination}`,
      async run(t, { original, other, userIds: [user, second] }) {
        const message = `expected two users, got user ${user} for both ${original.destination} and ${other.destination}`;
        t.assert(user !== second, message, original.signedIn, other.signedIn);
      },
    }),
    ...(channel === 'email'
      ? checkInContexts(listSimilar(caseKinds), {
          requirement: '5.5.email.letter-case',
          title: 'signs in the same user when the emailAddress differs only in case',
          run(t, { original, other, userIds: [user, second] }) {
            const message = `expected one user, got ${user} for ${original.destination} and ${second} for ${other.destination}`;
            t.assert(user === second, message, original.signedIn, other.signedIn);
          },
        })
      : []),
    check({
      requirement: `${clause}.one-user-each`,
      part: 'other-user-named',
      title: 'ignores a field that names another user or destination',
      run: (t) => assertIgnoresVictimFields(t, channel),
    }),
    ...createConfiguredDestinationChecks(channel, clause),
  ];
}

async function assertIgnoresVictimFields(t: Attempt, channel: OtpChannel): Promise<void> {
  const victim = await signUp(t, channel, 'unchanged');
  const user = requireReportedUser(t, victim.signedIn);
  const { destination, recordId } = otpNames[channel];
  const record = findText(victim.sent.body, recordId);
  // Each function returns fields that name the victim.
  const fieldCreators: ((unusedCode: SentCode) => Readonly<Record<string, string>>)[] = [
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
  const sendCodeToNewDestination = () =>
    sendCode(t, channel, createDestination(t, channel, { except: victim.destination }));
  // A wrong code may invalidate the code of the victim (§8).
  await t.ctx.identities.runExclusively(victim.destination, async () => {
    let unusedCode = await sendCodeToNewDestination();
    let isUsed = false;
    for (const createFields of fieldCreators) {
      if (isUsed) unusedCode = await sendCodeToNewDestination();
      const valid = await t.createCodeSubmission(unusedCode.sent, unusedCode.code);
      const victimFields = createFields(unusedCode);
      const body = { ...getBodyFields(valid), ...victimFields };
      // Without an additional field, the request names only one user.
      if (Object.keys(body).length === Object.keys(getBodyFields(valid)).length) continue;
      const response = await t.sendToService({ ...valid, body });
      t.assertNever(
        response.accepted && findReportedUser(t, response) === user,
        `expected the user of the code, got the user named by ${Object.keys(victimFields).join(' and ')}`,
        victim.signedIn,
        response,
      );
      isUsed = response.accepted;
    }
  });
}
