/** Checks that masks match their destination in every context (§2.5, §2.6). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import {
  hidesAtMostOneCharacter,
  showsAnotherDomain,
  showsAnotherLocalPart,
} from '../responses/email-mask.ts';
import { findMaskProblem } from '../../src/judge/phone-mask.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { findText } from '../responses/fields.ts';
import { NotTested } from '../check-errors.ts';
import { findRecord, listReturnedRecords } from '../observations/otp-records.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { signInConfigured } from './configured-destinations.ts';
import { checkInContexts, type Context, toContexts } from './check-in-contexts.ts';
import {
  sendSecondClientCode,
  requireGeneratedDestinations,
  requireDestinations,
} from './sent-codes.ts';
import { caseKinds, similarKinds, signUp, type Resemblance, type SignedUp } from './signed-up.ts';
import { observeCodeHistory } from './code-history.ts';
import { otpNames, otpOperations } from '../actors/operations.ts';

interface MaskedDestination {
  readonly destination: string;
  readonly responses: readonly HttpResponse[];
}

/** An address with a long local part, whose mask may be truncated. */
const LONG_LOCAL_PART = `${'conform-'.repeat(7)}conform`;

export function createMaskChecks(channel: OtpChannel, requirement: string): Check[] {
  const { destination, mask } = otpNames[channel];
  return checkInContexts(listContexts(channel), {
    requirement,
    operation: otpOperations[channel].send,
    title: `returns the ${mask} of the requested ${destination}`,
    async run(t, masked) {
      const masks = masked.flatMap(({ destination: original, responses }) =>
        responses.flatMap((response) => {
          const record = findRecord(response, channel);
          return record === null ? [] : [{ original, response, maskValue: record[mask] }];
        }),
      );
      if (masks.length === 0) throw new NotTested(`needs a response with ${mask}`, 'dialect');
      for (const { original, response, maskValue } of masks) {
        const problem =
          channel === 'sms'
            ? findMaskProblem(maskValue, original)
            : findEmailMaskProblem(maskValue, original);
        t.assert(
          problem === null,
          `unexpected ${mask} ${JSON.stringify(maskValue)} for ${original}: ${problem ?? ''}`,
          response,
        );
      }
    },
  });
}

/** Creates the check that ids of records are non-empty strings. @param requirement the rule id */
export function createRecordIdCheck(channel: OtpChannel, requirement: string): Check {
  const { recordId } = otpNames[channel];
  return check({
    requirement,
    title: `returns a non-empty string as ${recordId}`,
    async run(t) {
      for (const { record, response } of await listReturnedRecords(t, channel)) {
        const isText = (findText(record, recordId) ?? '') !== '';
        t.assert(isText, `expected ${recordId} to be a non-empty string`, response);
      }
    },
  });
}

function listContexts(channel: OtpChannel): Context<readonly MaskedDestination[]>[] {
  return [
    ...listMaskedKinds(channel).map((name) => ({
      name,
      prepare: async (t: Attempt) => [toMasked(await signUp(t, channel, name))],
    })),
    ...toContexts<readonly MaskedDestination[]>({
      'destinations-of-the-settings': async (t) =>
        (await signInConfigured(t, channel)).map(toMasked),
      'second-client': async (t) => {
        const { destination, response } = (await sendSecondClientCode(t, channel)).sent;
        return [{ destination, responses: [response] }];
      },
      'further-sends': async (t) => {
        const { destination, sent } = await observeCodeHistory(t, channel);
        return [{ destination, responses: sent }];
      },
      ...(channel === 'email' && {
        'short-address': (t: Attempt) => sendToAddress(t, 'q'),
        'digit-first': (t: Attempt) => sendToAddress(t, '7conform'),
        'long-address': (t: Attempt) => sendToAddress(t, LONG_LOCAL_PART),
      }),
    }),
  ];
}

/** Returns the kinds of destinations to mask: similar ones, and addresses with letters in upper case. */
function listMaskedKinds(channel: OtpChannel): readonly Resemblance[] {
  return [...similarKinds[channel], ...(channel === 'email' ? caseKinds : [])];
}

function toMasked({ destination, sent, signedIn }: SignedUp): MaskedDestination {
  return { destination, responses: [sent, signedIn] };
}

async function sendToAddress(t: Attempt, localPart: string): Promise<MaskedDestination[]> {
  requireGeneratedDestinations(t);
  requireDestinations(t, 'email');
  const destination = `${localPart}@conform.example.org`;
  const { response } = await t.sendOtp('email', destination);
  return [{ destination, responses: [response] }];
}

function findEmailMaskProblem(maskValue: unknown, emailAddress: string): string | null {
  const mask = typeof maskValue === 'string' ? maskValue : '';
  if (mask === '') return 'expected a string';
  if (mask.toLowerCase().includes(emailAddress.toLowerCase()))
    return 'it contains the whole address';
  if (hidesAtMostOneCharacter(mask, emailAddress)) return 'it hides at most one character';
  if (showsAnotherDomain(mask, emailAddress)) return 'it has the domain of another address';
  return showsAnotherLocalPart(mask, emailAddress)
    ? 'it begins differently from the address'
    : null;
}
