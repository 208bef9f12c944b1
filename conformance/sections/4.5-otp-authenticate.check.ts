/** Defines the checks of authenticate, which are the same for SMS and email. */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { deriveWrongCode } from '../responses/wrong-codes.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import type { Attempt } from '../attempt.ts';
import { createUsedCodeChecks } from '../contexts/used-codes.ts';
import { createWrongCodeChecks } from '../contexts/wrong-codes.ts';
import { check, type Check, section } from '../define-check.ts';
import { findDeclaredValue } from '../discovery/dialect-values.ts';
import type { SentOtp } from '../actors/otp-flows.ts';
import {
  createNotAcceptedError,
  requireAccepted,
  sendUnusedCode,
  observeValidAuthentication,
  observeValidSend,
} from '../observations/otp-requests.ts';
import { containsCompleteRecord } from '../observations/otp-records.ts';
import { assertExists } from './otp-presence.ts';
import { withField, withoutField } from '../target/http-request.ts';
import { otpOperations, otpNames, getOtherChannel } from '../actors/operations.ts';
import { createEqualCodesError } from '../actors/otp-ledger.ts';

function createAuthenticateChecks(channel: OtpChannel, clause: '4.5' | '4.7'): Check[] {
  const { authenticate: operation } = otpOperations[channel];
  const { recordId, mask } = otpNames[channel];
  return [
    check({
      requirement: `${clause}.operation.authenticates`,
      title: 'accepts the code that was sent',
      async run(t) {
        const isKnown = ['identifiedBy', 'codeField'].every((key) =>
          t.isDetected(`otp.${channel}.${key}`),
        );
        if (!isKnown) {
          await assertExists(t, operation);
          assertAcceptsKnownField(t, channel);
        }
        t.assertAccepted((await observeValidAuthentication(t, channel)).response);
      },
    }),
    check({
      requirement: `${clause}.otp.one-time`,
      title: 'rejects a code that was used before',
      async run(t) {
        const { sent, response, repeated } = await observeValidAuthentication(t, channel);
        t.requireServiceResponse(response);
        if (repeated === null) throw createNotAcceptedError(response);
        if (mayHaveEqualCodes(t, sent)) throw createEqualCodesError();
        assertRejectedWithoutData(t, repeated, 'a used code');
      },
    }),
    check({
      requirement: `${clause}.response.record-of-pair`,
      title: `returns ${recordId} and ${mask} from send or authenticate`,
      async run(t) {
        const { response: first } = await observeValidSend(t, channel);
        if (containsCompleteRecord(first, channel)) return t.assert(true, '', first);
        // If send does not return both fields, authenticate must return both.
        const { response: second } = await observeValidAuthentication(t, channel);
        requireAccepted(first, second);
        t.assert(
          containsCompleteRecord(second, channel),
          `expected a response of send or authenticate with both ${recordId} and ${mask}, got none`,
          first,
          second,
        );
      },
    }),
    ...createUsedCodeChecks(channel, `${clause}.otp.one-time`),
    ...createBasicWrongCodeChecks(channel, `${clause}.otp.wrong-refused`),
    ...createWrongCodeChecks(channel, `${clause}.otp.wrong-refused`),
  ];
}

/** Returns checks with basic wrong codes, each for one of two sent codes: too many wrong codes may lock a code (§8). */
function createBasicWrongCodeChecks(channel: OtpChannel, requirement: string): Check[] {
  const { authenticate: operation } = otpOperations[channel];
  const createCheck = (
    part: string,
    description: string,
    sharedCode: 'first' | 'second',
    /** Returns undefined for a request without a code. */
    deriveCode: (code: string, t: Attempt) => JsonValue | undefined | Promise<JsonValue>,
  ) =>
    check({
      requirement,
      part,
      title: `rejects ${description}`,
      async run(t) {
        const { sent, code } = await sendUnusedCode(t, channel, sharedCode);
        await t.ctx.requireWorking(operation);
        const { codeField } = t.dialect.otp[channel];
        const valid = await t.createCodeSubmission(sent, code);
        const value = await deriveCode(code, t);
        const request =
          value === undefined ? withoutField(valid, codeField) : withField(valid, codeField, value);
        assertRejectedWithoutData(t, await t.send(request), description);
      },
    });
  const getSecondCode = async (firstCode: string, t: Attempt) => {
    const { code } = await sendUnusedCode(t, channel, 'second');
    if (code === firstCode) throw createEqualCodesError();
    return code;
  };
  return [
    // deriveWrongCode returns a different wrong code for each number; any number is suitable here.
    createCheck('other-code', 'a wrong code of the same length', 'first', (code) =>
      deriveWrongCode(code, 3),
    ),
    createCheck('longer', 'a code with an additional digit', 'first', (code) => `${code}0`),
    createCheck('shorter', 'a code with a missing digit', 'first', (code) => code.slice(0, -1)),
    createCheck('other-destination', 'the code of another destination', 'first', getSecondCode),
    createCheck('zeros', 'a code of zeros', 'second', (code, t) => {
      const zeros = '0'.repeat(code.length);
      // A deployment with a fixed code may also accept zeros.
      if (code === zeros || !t.ctx.ledger.hasNewCodePerSend) throw createEqualCodesError();
      return zeros;
    }),
    createCheck('empty', 'an empty code', 'second', () => ''),
    createCheck('null', 'null as a code', 'second', () => null),
    createCheck('no-text', 'an object as a code', 'second', () => ({ $ne: '' })),
    createCheck('missing', 'a request without a code', 'second', () => undefined),
  ];
}

/** Asserts that no correct code was rejected in the declared field, or in the field of the other channel. */
function assertAcceptsKnownField(t: Attempt, channel: OtpChannel): void {
  const { settings, knowledge, identities } = t.ctx;
  const other = getOtherChannel(channel);
  const declared = findDeclaredValue(settings.dialect, `otp.${channel}.codeField`);
  const otherField = t.isDetected(`otp.${other}.codeField`) ? t.dialect.otp[other].codeField : null;
  const bearerNeeds = ([channel, other] as const).map(
    (name) => knowledge.bearers.findNeed(otpOperations[name].authenticate)?.isNeeded,
  );
  const signsUp = t.createsUsers && t.isDetected('identity.unknown');
  const wronglyRefused = knowledge.observations.refusedCodes[channel].filter(
    ({ codeField, destination, isKnownField }) => {
      // An unknown identity, or a missing bearer token, may explain the rejection.
      if (!signsUp && !identities.belongsToAccount(destination)) return false;
      // In the declared field, a rejection counts unless a channel is known to need a bearer token.
      if (codeField === declared) return !bearerNeeds.includes(true);
      // The other channel's field is a guess: a rejection counts only if a channel is known to need no bearer token.
      return isKnownField && codeField === otherField && bearerNeeds.includes(false);
    },
  );
  const [first] = wronglyRefused;
  t.assert(
    first === undefined,
    `expected 2xx for the code sent by ${channel} in ${first?.codeField ?? ''}, got ${first?.response.status ?? ''}`,
    ...wronglyRefused.map(({ response }) => response),
  );
}

/** Returns whether an earlier send may have the same, still valid code (§8). */
function mayHaveEqualCodes(t: Attempt, { channel, destination }: SentOtp): boolean {
  const { ledger, settings } = t.ctx;
  const sends = ledger.entries.filter((entry) => entry.destination === destination);
  const isReplaced = t.isDetectedAs(`otp.${channel}.outstanding`, 'latest');
  return settings.otpSource?.kind === 'fixed' && sends.length > 1 && !isReplaced;
}

export const smsAuthenticate = section(
  '4.5',
  'otp/sms:authenticate',
  createAuthenticateChecks('sms', '4.5'),
);

export const emailAuthenticate = section(
  '4.7',
  'otp/email:authenticate',
  createAuthenticateChecks('email', '4.7'),
);
