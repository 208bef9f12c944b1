/** Checks that a used code is rejected and the next code accepted, in several contexts (§4.5, §4.7). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { deriveWrongCode } from '../responses/wrong-codes.ts';
import { findReportedUser, requireReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested, createInapplicable, createSettingError } from '../check-errors.ts';
import { getSecondApp } from '../observations/second-client.ts';
import {
  runConcurrently,
  requireConcurrency,
  sendConcurrently,
} from '../observations/run-concurrently.ts';
import {
  mayAssignNumberToUser,
  createNotAcceptedError,
  requireAccepted,
  type SentCode,
} from '../observations/otp-requests.ts';
import type { HttpResponse } from '../target/http-request.ts';
import {
  getAcceptedHistory,
  sendUserReadAfter,
  CONCURRENT_REQUESTS,
  type CodeHistory,
} from './code-history.ts';
import { checkInContexts } from './check-in-contexts.ts';
import {
  submitCode,
  submitCodeWithWrongSecret,
  createDestination,
  sendCode,
} from './sent-codes.ts';

export function createUsedCodeChecks(channel: OtpChannel, requirement: string): Check[] {
  const responsesByName: Readonly<
    Record<string, (history: CodeHistory, t: Attempt) => HttpResponse | readonly HttpResponse[]>
  > = {
    'after-a-failed-request': (history) => history.afterAFailedRequest,
    'by-the-second-client': (history) => requireSecondClient(history.byTheSecondClient),
    'after-a-sign-in-by-the-second-client': (history) => requireSecondClient(history.afterLinking),
    'after-another-send': (history) => history.afterAnotherSend,
    'of-a-returning-user': (history) => requireSecondAccepted(history).secondAgain,
    'in-another-form': (history) => {
      requireAccepted(history.newer);
      return history.inAnotherForm;
    },
    'without-a-code': (history) => requireSecondAccepted(history).withoutCode,
    'after-a-wallet-was-added': (history, t) => {
      const { afterAnAddedWallet } = requireSecondAccepted(history);
      if (afterAnAddedWallet.length > 0) return afterAnAddedWallet;
      if (!t.isOnThisMachine)
        throw new NotTested('needs a target on a loopback address', 'environment');
      throw new NotTested(
        'needs a session that identifies the user who gets an added wallet',
        'dialect',
      );
    },
  };
  return [
    ...checkInContexts(
      Object.entries(responsesByName).map(([name, selectResponses]) => ({
        name,
        prepare: async (t) => [selectResponses(await getAcceptedHistory(t, channel), t)].flat(),
      })),
      {
        requirement,
        title: 'rejects a further sign-in after a code was used',
        async run(t, responses) {
          for (const response of responses)
            assertRejectedWithoutData(t, response, 'a used code, or no code');
        },
      },
    ),
    check({
      requirement,
      part: 'replaced',
      title: 'rejects a replaced code after its replacement was used',
      async run(t) {
        const { replaced } = await getAcceptedHistory(t, channel);
        t.requireKnown(`otp.${channel}.outstanding`);
        if (t.dialect.otp[channel].outstanding !== 'latest') {
          throw createInapplicable('a new code does not replace the previous code');
        }
        assertRejectedWithoutData(t, replaced, 'a code that was replaced by a used code');
      },
    }),
    check({
      requirement,
      part: 'two-users-concurrently',
      title: 'signs in two users if codes for two destinations are submitted at the same time',
      run: (t) => assertTwoUsers(t, channel),
    }),
    check({
      requirement,
      part: 'second-client-concurrently',
      title:
        'accepts a code of the second client once when it is submitted several times at the same time',
      async run(t) {
        const app = await getSecondApp(t);
        const unusedCode = await sendCode(t, channel, createDestination(t, channel), app);
        const request = await t.createCodeSubmission(unusedCode.sent, unusedCode.code);
        const responses = await sendConcurrently(t, [request, request]);
        const accepted = responses.filter((response) => response.accepted);
        if (accepted.length === 0)
          throw createNotAcceptedError(responses[0] ?? unusedCode.sent.response);
        t.assertNever(
          accepted.length > 1,
          'expected one of two simultaneous requests with one code to be accepted, got two',
          ...accepted,
        );
      },
    }),
    check({
      requirement,
      part: 'concurrently',
      title: 'accepts a code only once if several requests submit it at the same time',
      async run(t) {
        requireConcurrency(t);
        const { concurrent } = await getAcceptedHistory(t, channel);
        const accepted = concurrent.filter((response) => response.accepted);
        t.assertNever(
          accepted.length > 1,
          `expected one of ${CONCURRENT_REQUESTS} simultaneous requests with one code to be accepted, got ${accepted.length}`,
          ...accepted,
        );
      },
    }),
  ];
}

/** Asserts that two new users can sign in at the same time, and that they can do so again. */
async function assertTwoUsers(t: Attempt, channel: OtpChannel): Promise<void> {
  const destination = createDestination(t, channel);
  const other = createDestination(t, channel, { except: destination });
  await assertTwoSignIns(t, channel, [destination, other]);
  await assertTwoSignIns(t, channel, [destination, other]);
}

async function assertTwoSignIns(
  t: Attempt,
  channel: OtpChannel,
  destinations: readonly string[],
): Promise<void> {
  const codes: SentCode[] = [];
  for (const destination of destinations) codes.push(await sendCode(t, channel, destination));
  const responses = await runConcurrently(
    t,
    codes.map((unusedCode) => () => submitCode(t, unusedCode)),
  );
  requireAccepted(...responses);
  const [user = '', second] = responses.map((response) => requireReportedUser(t, response));
  t.assert(
    user !== second,
    `expected two users for simultaneous requests of two destinations, got user ${user} for both`,
    ...responses,
  );
}

/** Creates the checks that a code is accepted after earlier codes were sent or rejected. */
export function createNextCodeChecks(channel: OtpChannel, requirement: string): Check[] {
  return [
    check({
      requirement,
      part: 'second-code',
      title: 'signs in the same user with the code of a second send after a user read',
      async run(t) {
        const { concurrent, second: secondResponse } = await getAcceptedHistory(t, channel);
        // The other requests of the history may have locked the second code (§8), so two new codes are sent.
        const { first, second } = secondResponse.accepted
          ? { first: concurrent.find((response) => response.accepted), second: secondResponse }
          : await submitTwoCodes(t, channel);
        t.assertAccepted(second, 'the code of a second send');
        if (first === undefined || mayAssignNumberToUser(t, channel)) return;
        const user = requireReportedUser(t, first);
        const other = findReportedUser(t, second);
        t.assert(user === other, `expected user ${user}, got ${String(other)}`, first, second);
      },
    }),
    check({
      requirement,
      part: 'sent-twice',
      title: 'accepts the code of a second send if the first code was never used',
      async run(t) {
        const destination = createDestination(t, channel);
        await sendCode(t, channel, destination);
        t.assertAccepted(
          await submitCode(t, await sendCode(t, channel, destination)),
          'the newest code',
        );
      },
    }),
    check({
      requirement,
      part: 'after-a-rejected-client',
      title:
        'keeps a code valid after a wrong code for another destination and a request with a wrong client secret',
      async run(t) {
        const unusedCode = await sendCode(t, channel, createDestination(t, channel));
        const other = await sendCode(t, channel);
        await submitCode(t, other, deriveWrongCode(other.code, 1));
        const rejected = await submitCodeWithWrongSecret(t, unusedCode);
        t.assertRejected(rejected, 'the correct code with a wrong client secret');
        t.assertAccepted(await submitCode(t, unusedCode), 'the code after rejected requests');
      },
    }),
  ];
}

function requireSecondAccepted(history: CodeHistory): CodeHistory {
  requireAccepted(history.second);
  return history;
}

function requireSecondClient(response: HttpResponse | null): HttpResponse {
  if (response === null) throw createSettingError('secondClient');
  return response;
}

async function submitTwoCodes(
  t: Attempt,
  channel: OtpChannel,
): Promise<{ first: HttpResponse; second: HttpResponse }> {
  const destination = createDestination(t, channel);
  const first = await submitCode(t, await sendCode(t, channel, destination));
  requireAccepted(first);
  const secondCode = await sendCode(t, channel, destination);
  await sendUserReadAfter(t, first);
  return { first, second: await submitCode(t, secondCode) };
}
