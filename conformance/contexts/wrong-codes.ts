/** Checks that any code except the sent code is rejected, in every context (§4.5, §4.7). */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { assertNoResult } from '../responses/leaked-values.ts';
import { deriveFarCode, wrongCodes, type WrongCode } from '../responses/wrong-codes.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested, createNeed } from '../check-errors.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { sendUnusedCode } from '../observations/otp-pair.ts';
import { withField, type HttpResponse } from '../target/http-request.ts';
import { checkInContexts } from './check-in-contexts.ts';
import { assertNoPersonalInformation } from './personal-information-in-rejections.ts';
import { observeCodeHistory } from './code-history.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { similarKinds as neighboursOf, createSimilar, type Resemblance } from './signed-up.ts';
import {
  requireGenerated,
  createDestination,
  sendCode,
  listSentCodeContexts,
  type OpenCode,
} from './sent-codes.ts';
import { otpOperations, otpNames } from '../actors/operations.ts';

/** Maximum number of wrong codes per send, because more may lock it (§8). */
const CODES_PER_SEND = 4;

/** @param requirement id of the rule that a wrong code is refused */
export function listWrongCodeContexts(channel: OtpChannel, requirement: string): Check[] {
  return [
    ...listNeighbours(channel).map((wrong, index) =>
      check({
        requirement,
        part: wrong.name,
        title: `rejects ${wrong.what}`,
        async run(t) {
          const open = await openCode(t, `${channel} ${Math.floor(index / CODES_PER_SEND)}`);
          const value = wrong.derive(open.code, open.sent.destination);
          if (
            value === null ||
            (wrong.isCommon && !hasChangingSource(t)) ||
            isGood(t, open, value)
          ) {
            throw new NotTested(
              `the sent code equals ${wrong.what}, or no such code can be derived from it`,
              'environment',
            );
          }
          await assertRefusesCode(t, open, value, wrong.what);
        },
      }),
    ),
    ...checkInContexts(
      [
        ...listSentCodeContexts(channel),
        { name: 'known-user', reach: (t) => sendKnownUserCode(t, channel) },
      ],
      {
        requirement,
        part: 'context',
        title: 'rejects wrong codes',
        run: assertRefusesUsualCodes,
      },
    ),
    check({
      requirement,
      part: 'usual-codes',
      title: 'rejects commonly guessed codes, such as 123456',
      run: async (t) => assertRefusesCommonCodes(t, await openCode(t, `${channel} usual`)),
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
      title: 'rejects a code requested by another client',
      async run(t) {
        const response = await authenticateByOther(t, channel);
        if (!response.accepted) {
          assertNoResult(t, response, 'a code requested by another client');
          return;
        }
        // A deployment that lets any client use a code must do so in both channels.
        const other = await authenticateByOther(t, channel === 'sms' ? 'email' : 'sms');
        t.assertNever(
          !other.accepted,
          'accepts a code requested by another client, and rejects one of the other channel',
          response,
          other,
        );
        t.observe('codes are valid for every client', response, other);
      },
    }),
    check({
      requirement,
      part: 'nothing-of-the-user',
      title: 'rejects a wrong code without personal information in the response',
      run: (t) => assertNoPersonalInformation(t, channel),
    }),
    ...neighboursOf[channel].map((resemblance) =>
      check({
        requirement,
        part: `code-of-a-neighbour/${resemblance}`,
        title: `rejects the code of a similar destination (${resemblance.replaceAll('-', ' ')})`,
        run: (t) => assertRefusesNeighbour(t, channel, resemblance),
      }),
    ),
  ];
}

function listNeighbours(channel: OtpChannel): readonly WrongCode[] {
  return wrongCodes.filter(({ name }) => channel === 'sms' || name !== 'digits-of-the-number');
}

/** Sends one code for several checks, each with its own wrong code. */
const openCode = memoizePerRun(
  (t: Attempt, key: `${OtpChannel} ${number | 'usual'}`): Promise<OpenCode> => {
    return sendCode(t, key.startsWith('sms') ? 'sms' : 'email');
  },
);

/** Returns a code for a known user, whom every destination has if unknown ones are rejected. */
async function sendKnownUserCode(t: Attempt, channel: OtpChannel): Promise<OpenCode> {
  return t.flows.createsUsers ? (await observeCodeHistory(t, channel)).open : sendCode(t, channel);
}

/** Asserts that common codes are rejected, unless the source always returns the same code (§5.4). */
async function assertRefusesCommonCodes(t: Attempt, open: OpenCode): Promise<void> {
  if (!hasChangingSource(t)) throw createNeed('an --otp-source that returns different codes');
  const { length } = open.code;
  for (const value of ['0'.repeat(length), '1234567890'.slice(0, length)]) {
    if (!isGood(t, open, value)) await assertRefusesCode(t, open, value, `the code ${value}`);
  }
}

async function assertRefusesUsualCodes(t: Attempt, open: OpenCode): Promise<void> {
  const { channel } = open.sent;
  const other = await sendUnusedCode(t, `${channel} other`);
  const values = [deriveFarCode(open.code, 1), other.code];
  for (const value of values.filter((value) => !isGood(t, open, value))) {
    await assertRefusesCode(t, open, value, 'another code');
  }
}

async function assertRefusesCode(
  t: Attempt,
  { sent, code }: OpenCode,
  value: JsonValue,
  what: string,
): Promise<void> {
  const { channel } = sent;
  await t.ctx.sendValidRequest(otpOperations[channel].authenticate);
  const valid = await t.flows.createOtpRequest(sent, code);
  const response = await t.send(withField(valid, t.dialect.otp[channel].codeField, value));
  assertNoResult(t, response, what);
}

/** Sends the correct code of the first client with the second client. */
const authenticateByOther = memoizePerRun(
  async (t: Attempt, channel: OtpChannel): Promise<HttpResponse> => {
    const app = await getSecondApp(t);
    await t.ctx.sendValidRequest(otpOperations[channel].authenticate);
    const { sent, code } = await sendCode(t, channel);
    return t.sendToService(await t.flows.createOtpRequest(sent, code, app));
  },
);

async function assertRefusesNeighbour(
  t: Attempt,
  channel: OtpChannel,
  resemblance: Resemblance,
): Promise<void> {
  await t.ctx.sendValidRequest(otpOperations[channel].authenticate);
  requireGenerated(t);
  const destination = createDestination(t, channel);
  const neighbour = createSimilar[resemblance](destination, t);
  const own = await sendCode(t, channel, destination);
  const request = await t.flows.createSendRequest(channel, neighbour);
  const sent = t.flows.toSentOtp(await t.flows.sendAndRecord(request, channel, neighbour), {
    app: t.flows.app,
    channel,
    destination: neighbour,
  });
  const code = await t.ctx.ledger.readCode(channel, [neighbour]);
  if (code === null || code === own.code) {
    throw new NotTested('the source lists no other code for that spelling', 'environment');
  }
  const valid = await t.flows.createOtpRequest(own.sent, own.code);
  const response = await t.send(withField(valid, t.dialect.otp[channel].codeField, code));
  assertNoResult(t, response, `the code of ${neighbour} for ${destination}`);
  t.addEvidence(sent.response);
}

/** Asserts that each channel rejects the record and the code of the other channel. */
async function assertRefusesOtherChannel(t: Attempt, channel: OtpChannel): Promise<void> {
  const operation = otpOperations[channel].authenticate;
  await t.ctx.sendValidRequest(operation);
  const otherChannel = channel === 'sms' ? 'email' : 'sms';
  // A deployment that stores codes with the user may confuse those of the two channels.
  const [account] = t.ctx.identities
    .listUnrestricted()
    .filter(({ phoneNumber, emailAddress }) => phoneNumber !== null && emailAddress !== null);
  const findContact = (of: OtpChannel) => account?.[otpNames[of].destination] ?? undefined;
  const assertRefuses = async () => {
    const own = await sendCode(t, channel, findContact(channel));
    const other = await sendCode(t, otherChannel, findContact(otherChannel));
    if (isGood(t, own, other.code))
      throw new NotTested('both channels sent the same code', 'settings');
    const { codeField } = t.dialect.otp[channel];
    const request = withField(
      await t.flows.createOtpRequest(own.sent, own.code),
      codeField,
      other.code,
    );
    assertNoResult(t, await t.send(request), 'a code of the other channel');
    const { recordId } = other.sent;
    if (recordId === null || t.dialect.otp[channel].identifiedBy !== 'recordId') return;
    const pair = withField(request, otpNames[channel].recordId, recordId);
    assertNoResult(t, await t.send(pair), 'a record id and a code of the other channel');
  };
  await (account ? t.ctx.identities.runExclusively(account, assertRefuses) : assertRefuses());
}

/** Returns whether the value is a code that was sent to the destination. */
function isGood(t: Attempt, { sent, code }: OpenCode, value: JsonValue): boolean {
  const { destination } = sent;
  const { codes } = t.ctx.ledger;
  return (
    code === value || codes.some((read) => read.destination === destination && read.code === value)
  );
}

/** Returns whether the source returns a different code each time: a constant one may be always valid. */
function hasChangingSource(t: Attempt): boolean {
  return t.ctx.ledger.source?.hasNewCodePerSend === true;
}
