/** Checks that any code except the sent code is rejected, in every context (§4.5, §4.7). */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { deriveWrongCode, wrongCodes, type WrongCode } from '../responses/wrong-codes.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested, createInapplicable } from '../check-errors.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { sendUnusedCode, type SentCode } from '../observations/otp-requests.ts';
import { withField, withFields, type HttpResponse } from '../target/http-request.ts';
import { checkInContexts } from './check-in-contexts.ts';
import { assertNoPersonalInformation } from './personal-information-in-rejections.ts';
import { observeCodeHistory } from './code-history.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { createSimilar, similarKinds, type Resemblance } from './signed-up.ts';
import {
  requireGeneratedDestinations,
  chooseLockableDestination,
  createDestination,
  sendCode,
  listSentCodeContexts,
  submitCode,
} from './sent-codes.ts';
import { otpOperations, otpNames, getOtherChannel } from '../actors/operations.ts';
import { createEqualCodesError } from '../actors/otp-ledger.ts';

/** Maximum number of wrong codes per send: more could lock the code (§8). */
const CODES_PER_SEND = 4;

export function createWrongCodeChecks(channel: OtpChannel, requirement: string): Check[] {
  return [
    ...listWrongCodes(channel).map((wrongCode, index) =>
      check({
        requirement,
        part: wrongCode.name,
        title: `rejects ${wrongCode.description}`,
        async run(t) {
          const send = Math.floor(index / CODES_PER_SEND);
          await assertWrongCodeRefused(t, await sendSharedCode(t, channel, send), wrongCode);
        },
      }),
    ),
    ...checkInContexts(
      [
        ...listSentCodeContexts(channel),
        { name: 'known-user', prepare: (t) => sendKnownUserCode(t, channel) },
      ],
      {
        requirement,
        part: 'context',
        title: 'rejects wrong codes',
        run: assertRefusesOtherCodes,
      },
    ),
    check({
      requirement,
      part: 'common-codes',
      title: 'rejects commonly guessed codes, such as 123456 and 999999',
      run: async (t) =>
        assertRefusesCommonCodes(t, await sendSharedCode(t, channel, 'common codes')),
    }),
    check({
      requirement,
      part: 'code-of-the-other-channel',
      usesOtherChannel: true,
      title: 'rejects a code of the other channel',
      run: (t) => assertRefusesOtherChannel(t, channel),
    }),
    check({
      requirement,
      part: 'by-the-second-client',
      usesOtherChannel: true,
      title: 'rejects a code requested by another client, or accepts it in both channels',
      async run(t) {
        const response = await submitBySecondClient(t, channel);
        if (!response.accepted) {
          assertRejectedWithoutData(t, response, 'a code requested by another client');
          return;
        }
        // A deployment that lets any client use a code must do so in both channels.
        const other = await submitBySecondClient(t, getOtherChannel(channel));
        t.assertNever(
          !other.accepted,
          'accepts a code requested by another client in one channel, and rejects it in the other channel',
          response,
          other,
        );
        t.observe('codes are valid for every client', response, other);
      },
    }),
    check({
      requirement,
      part: 'chosen-by-the-client',
      title: 'rejects a code that the client chose in the send request',
      run: (t) => assertSuppliedCodeRefused(t, channel),
    }),
    check({
      requirement,
      part: 'no-user-data',
      title: 'rejects a wrong code without personal information in the response',
      run: (t) => assertNoPersonalInformation(t, channel),
    }),
    ...similarKinds[channel].map((resemblance) =>
      check({
        requirement,
        part: `code-of-a-similar-destination/${resemblance}`,
        title: `rejects the code of a similar destination (${resemblance.replaceAll('-', ' ')})`,
        run: (t) => assertSimilarRefused(t, channel, resemblance),
      }),
    ),
  ];
}

function listWrongCodes(channel: OtpChannel): readonly WrongCode[] {
  return wrongCodes.filter(({ name }) => channel === 'sms' || name !== 'last-digits-of-the-number');
}

async function assertWrongCodeRefused(
  t: Attempt,
  unusedCode: SentCode,
  { description, isCommon, derive }: WrongCode,
): Promise<void> {
  const value = derive(unusedCode.code, unusedCode.sent.destination);
  if (value === null)
    throw createInapplicable(`${description} cannot be derived from the sent code`);
  const mayBeValid = isCommon === true && !t.ctx.ledger.hasNewCodePerSend;
  if (mayBeValid || isSentCode(t, unusedCode, value))
    throw new NotTested(`the sent code may equal ${description}`, 'environment');
  await assertCodeRefused(t, unusedCode, value, description);
}

/** Sends one code for several checks, each with its own wrong code. @param _group checks of a group share it */
const sendSharedCode = memoizePerRun(
  (t: Attempt, channel: OtpChannel, _group: number | 'common codes'): Promise<SentCode> =>
    sendCode(t, channel),
);

/** Returns a code for a user who has signed in before. If no users sign up, every destination has a user. */
export async function sendKnownUserCode(t: Attempt, channel: OtpChannel): Promise<SentCode> {
  return t.createsUsers ? (await observeCodeHistory(t, channel)).unusedCode : sendCode(t, channel);
}

async function assertRefusesCommonCodes(t: Attempt, unusedCode: SentCode): Promise<void> {
  if (!t.ctx.ledger.hasNewCodePerSend) throw createEqualCodesError();
  const { length } = unusedCode.code;
  const ascending = '1234567890'.slice(0, length);
  const descending = ascending.split('').toReversed().join('');
  for (const value of ['0'.repeat(length), ascending, descending, '9'.repeat(length)]) {
    if (!isSentCode(t, unusedCode, value))
      await assertCodeRefused(t, unusedCode, value, `the code ${value}`);
  }
}

/** Fields by which a faulty server may take the code from the send. */
const CODE_FIELDS = ['otp', 'code', 'otpCode'];

async function assertSuppliedCodeRefused(t: Attempt, channel: OtpChannel): Promise<void> {
  await t.ctx.requireWorking(otpOperations[channel].authenticate);
  const destination = chooseLockableDestination(t, channel);
  const supplied = '2718281828'.slice(0, t.dialect.otp[channel].codeLength);
  const request = withFields(
    await t.createSendRequest(channel, destination),
    CODE_FIELDS,
    supplied,
  );
  const response = await t.sendAndRecord(request, channel, destination);
  if (!response.accepted) throw createInapplicable('the deployment rejects unknown fields');
  const sent = t.toSentOtp(response, { app: t.app, channel, destination });
  const code = await t.readCode(sent);
  t.assert(
    code !== supplied || !t.ctx.ledger.hasNewCodePerSend,
    'expected another code than the code in the request, got the code in the request',
    response,
  );
  if (code !== supplied)
    await assertCodeRefused(t, { sent, code }, supplied, 'the code in the send');
}

async function assertRefusesOtherCodes(t: Attempt, unusedCode: SentCode): Promise<void> {
  const { channel } = unusedCode.sent;
  const other = await sendUnusedCode(t, channel, 'second');
  const values = [deriveWrongCode(unusedCode.code, 1), other.code];
  for (const value of values.filter((value) => !isSentCode(t, unusedCode, value))) {
    await assertCodeRefused(t, unusedCode, value, 'a wrong code');
  }
}

async function assertCodeRefused(
  t: Attempt,
  unusedCode: SentCode,
  value: JsonValue,
  description: string,
): Promise<void> {
  const { sent, code } = unusedCode;
  await t.ctx.requireWorking(otpOperations[sent.channel].authenticate);
  // Reports must not show the correct code within the wrong one.
  if (typeof value === 'string' && value.includes(code)) t.ctx.secrets.addTextWithCode(value, code);
  assertRejectedWithoutData(t, await submitCode(t, unusedCode, value), description);
}

const submitBySecondClient = memoizePerRun(
  async (t: Attempt, channel: OtpChannel): Promise<HttpResponse> => {
    const app = await getSecondApp(t);
    await t.ctx.requireWorking(otpOperations[channel].authenticate);
    const { sent, code } = await sendCode(t, channel);
    return t.sendToService(await t.createCodeSubmission(sent, code, app));
  },
);

async function assertSimilarRefused(
  t: Attempt,
  channel: OtpChannel,
  resemblance: Resemblance,
): Promise<void> {
  await t.ctx.requireWorking(otpOperations[channel].authenticate);
  requireGeneratedDestinations(t);
  const destination = createDestination(t, channel);
  const similar = createSimilar[resemblance](destination, t);
  const original = await sendCode(t, channel, destination);
  const sent = await t.sendOtp(channel, similar);
  const code = await t.ctx.ledger.findNewestCode(channel, [similar]);
  if (code === null || code === original.code) {
    throw new NotTested(
      'the OTP source has no other code for that spelling of the destination',
      'environment',
    );
  }
  const response = await submitCode(t, original, code);
  assertRejectedWithoutData(t, response, `the code of ${similar} for ${destination}`);
  t.addEvidence(sent.response);
}

async function assertRefusesOtherChannel(t: Attempt, channel: OtpChannel): Promise<void> {
  const operation = otpOperations[channel].authenticate;
  await t.ctx.requireWorking(operation);
  const otherChannel = getOtherChannel(channel);
  // A deployment that stores codes with the user may confuse the codes of the two channels.
  const [account] = t.ctx.identities
    .listUnrestricted()
    .filter(({ phoneNumber, emailAddress }) => phoneNumber !== null && emailAddress !== null);
  const findContact = (of: OtpChannel) => account?.[otpNames[of].destination] ?? undefined;
  const assertRefuses = async () => {
    const original = await sendCode(t, channel, findContact(channel));
    const other = await sendCode(t, otherChannel, findContact(otherChannel));
    if (isSentCode(t, original, other.code))
      throw new NotTested('both channels sent the same code', 'settings');
    const request = await t.createCodeSubmission(original.sent, other.code);
    assertRejectedWithoutData(t, await t.send(request), 'a code of the other channel');
    const { recordId } = other.sent;
    if (recordId === null || t.dialect.otp[channel].identifiedBy !== 'recordId') return;
    const pair = withField(request, otpNames[channel].recordId, recordId);
    assertRejectedWithoutData(t, await t.send(pair), 'a record id and a code of the other channel');
  };
  await (account ? t.ctx.identities.runExclusively(account, assertRefuses) : assertRefuses());
}

function isSentCode(t: Attempt, { sent, code }: SentCode, value: JsonValue): boolean {
  if (code === value) return true;
  const { codes } = t.ctx.ledger;
  return codes.some((read) => read.destination === sent.destination && read.code === value);
}
