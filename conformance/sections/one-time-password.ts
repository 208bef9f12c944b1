/** What is asked of sending and answering a one-time password, the same by SMS and by email. */
import { randomUUID } from 'node:crypto';
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { refusedEmptyHanded } from '../answers/given-away.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested } from '../ends.ts';
import { otpOperations } from '../parties/app.ts';
import type { SentOtp } from '../parties/flows.ts';
import { fieldsOrNull, type Fields } from '../parties/user-view.ts';
import { outstanding, otpWords, rightAnswer, rightSend } from '../seen/otp-pair.ts';
import type { Call, Reply } from '../target/call.ts';
import { withField, withoutField, withoutHeader } from '../target/call.ts';

/** §4.4, §4.6 */
export function sendChecks(channel: OtpChannel, clause: '4.4' | '4.6'): Check[] {
  const { send: operation } = otpOperations[channel];
  const { destination } = otpWords[channel];
  return [
    check(
      { requirement: `${clause}.call.sends`, operation, title: 'a right call is accepted' },
      async (t) => t.accepted((await rightSend(t, channel)).reply),
    ),
    check(
      {
        requirement: `${clause}.request.${destination}`,
        operation,
        title: `a call with ${destination} and nothing else is accepted`,
      },
      async (t) => t.accepted((await rightSend(t, channel)).reply),
    ),
    check(
      {
        requirement: `${clause}.request.missing-refused`,
        operation,
        title: `a call without ${destination} is refused`,
      },
      async (t) => {
        await t.around.control(operation);
        const call = withoutField(await t.flows.sendCall(channel), destination);
        t.refused(await t.flows.dispatch(call), `a call without ${destination}`);
      },
    ),
    check(
      {
        requirement: `${clause}.headers`,
        operation,
        title: 'a call with the listed headers alone is accepted, without Accept',
      },
      async (t) => {
        const call = withoutHeader(await t.flows.sendCall(channel), 'accept');
        t.accepted(await t.flows.dispatch(call), 'a call without Accept');
      },
    ),
  ];
}

/** §4.5, §4.7 */
export function authenticateChecks(channel: OtpChannel, clause: '4.5' | '4.7'): Check[] {
  const { authenticate: operation } = otpOperations[channel];
  const { recordId, mask } = otpWords[channel];
  return [
    check(
      {
        requirement: `${clause}.call.authenticates`,
        operation,
        title: 'the code that was sent is accepted',
      },
      async (t) => t.accepted((await rightAnswer(t, channel)).reply),
    ),
    check(
      {
        requirement: `${clause}.otp.one-time`,
        operation,
        title: 'a code that was accepted is refused from then on',
      },
      async (t) => {
        const { sent, reply, again } = await rightAnswer(t, channel);
        t.decided(reply);
        if (again === null) throw needsAccepted(operation, reply);
        if (mayBeSentTwice(t, sent)) throw needsOtherCodes();
        refusedEmptyHanded(t, again, 'a code used before');
      },
    ),
    check(
      {
        requirement: `${clause}.response.record-of-pair`,
        title: `send or authenticate answers with ${recordId} and ${mask}`,
      },
      async (t) => {
        const { reply: first } = await rightSend(t, channel);
        if (holdsRecord(first, channel)) return t.that(true, '', first);
        // What send does not tell is left to authenticate.
        const { reply: second } = await rightAnswer(t, channel);
        for (const reply of [first, second]) {
          t.decided(reply);
          if (!reply.accepted) throw needsAccepted(reply.call.operation ?? operation, reply);
        }
        t.that(
          holdsRecord(second, channel),
          `neither send nor authenticate answers with ${recordId} and ${mask}`,
          first,
          second,
        );
      },
    ),
    ...wrongCodeChecks(channel, `${clause}.otp.wrong-refused`),
  ];
}

/** The tries are spread over two codes, so that few are made with each before it may lock (§8). */
function wrongCodeChecks(channel: OtpChannel, requirement: string): Check[] {
  const { authenticate: operation } = otpOperations[channel];
  const wrong = (
    part: string,
    what: string,
    place: 'one' | 'other',
    spoiled: (t: Attempt, right: Call, code: string) => Call | Promise<Call>,
  ) =>
    check({ requirement, operation, part, title: `${what} is refused` }, async (t) => {
      const { sent, code } = await outstanding(t, `${channel} ${place}`);
      await t.around.control(operation);
      const call = await spoiled(t, await t.flows.otpCall(sent, code), code);
      refusedEmptyHanded(t, await t.send(call), what);
    });
  const coded = (value: (code: string) => JsonValue) => (t: Attempt, right: Call, code: string) =>
    withField(right, t.dialect.otp[channel].codeField, value(code));
  return [
    wrong('other-code', 'another code', 'one', coded(otherThan)),
    wrong(
      'longer',
      'a code with a digit more',
      'one',
      coded((code) => `${code}0`),
    ),
    wrong(
      'shorter',
      'a code with a digit less',
      'one',
      coded((code) => code.slice(0, -1)),
    ),
    wrong('other-destination', 'the code of another destination', 'one', async (t, right, code) => {
      const other = await outstanding(t, `${channel} other`);
      if (other.code === code) throw needsOtherCodes();
      return withField(right, t.dialect.otp[channel].codeField, other.code);
    }),
    wrong(
      'empty',
      'an empty code',
      'other',
      coded(() => ''),
    ),
    wrong(
      'null',
      'null for a code',
      'other',
      coded(() => null),
    ),
    wrong(
      'no-text',
      'an object for a code',
      'other',
      coded(() => ({ $ne: '' })),
    ),
    wrong('missing', 'a call without a code', 'other', (t, right) =>
      withoutField(right, t.dialect.otp[channel].codeField),
    ),
  ];
}

/** §5.4, §5.5 */
export function flowChecks(channel: OtpChannel, clause: '5.4.sms' | '5.5.email'): Check[] {
  const { authenticate: operation } = otpOperations[channel];
  return [
    check(
      {
        requirement: `${clause}.flow`,
        title: 'a code that is sent and given back signs in',
      },
      async (t) => {
        const { sent, reply } = await rightAnswer(t, channel);
        t.noted(sent.reply);
        t.accepted(reply, 'the code that was sent');
      },
    ),
    check(
      {
        requirement: `${clause}.send-needed`,
        operation,
        title: 'without a send nobody is signed in',
      },
      async (t) => {
        t.needsToKnow(`otp.${channel}.identifiedBy`, `otp.${channel}.codeField`);
        await t.around.control(operation);
        // Nothing is sent to it, so it may be made up anywhere.
        const destination = t.around.identities.madeUp(channel);
        const code = '0'.repeat(t.dialect.otp[channel].codeLength);
        const call = t.flows.app.authenticateOtp(channel, {
          recordId: randomUUID(),
          destination,
          code,
        });
        refusedEmptyHanded(t, await t.send(call), 'a code that was never sent');
      },
    ),
  ];
}

export interface GivenRecord {
  readonly record: Fields;
  readonly reply: Reply;
  readonly destination: string;
}

/**
 * The phone or email record in each answer of the pair that has it (§2.5, §2.6).
 *
 * @throws NotTested where none has, which is another rule's finding (§4.5, §4.7)
 */
export async function givenRecords(t: Attempt, channel: OtpChannel): Promise<GivenRecord[]> {
  const given: GivenRecord[] = [];
  const { reply, destination } = await rightSend(t, channel);
  const ofSend = recordIn(reply, channel);
  if (ofSend !== null) given.push({ record: ofSend, reply, destination });
  try {
    const { sent, reply } = await rightAnswer(t, channel);
    const { destination } = sent;
    const ofAuthenticate = recordIn(reply, channel);
    if (ofAuthenticate !== null) given.push({ record: ofAuthenticate, reply, destination });
  } catch (error) {
    // One answer is enough to look at.
    if (!(error instanceof NotTested) || given.length === 0) throw error;
  }
  if (given.length === 0) {
    throw new NotTested(`needs an answer with ${otpWords[channel].recordId}`, 'dialect');
  }
  return given;
}

/** The record in an accepted answer, if it has any part of it (§2.5, §2.6). */
function recordIn({ accepted, body }: Reply, channel: OtpChannel): Fields | null {
  const fields = accepted ? fieldsOrNull(body) : null;
  const { recordId, mask } = otpWords[channel];
  return fields !== null && (recordId in fields || mask in fields) ? fields : null;
}

function holdsRecord(reply: Reply, channel: OtpChannel): boolean {
  const record = recordIn(reply, channel);
  const { recordId, mask } = otpWords[channel];
  return record !== null && isText(record[recordId]) && isText(record[mask]);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** As long as the right one, and differs in its last digit. */
function otherThan(code: string): string {
  const last = code.at(-1) ?? '';
  const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'a' ? 'b' : 'a';
  return `${code.slice(0, -1)}${other}`;
}

/** Whether an earlier send may have left a code that is the same, and good still (§8). */
function mayBeSentTwice(t: Attempt, { channel, destination }: SentOtp): boolean {
  const { around, dialect } = t;
  const sends = around.ledger.entries.filter((entry) => entry.destination === destination);
  const isReplaced =
    t.knows(`otp.${channel}.outstanding`) && dialect.otp[channel].outstanding === 'latest';
  return around.settings.otpSource?.kind === 'fixed' && sends.length > 1 && !isReplaced;
}

function needsOtherCodes(): NotTested {
  return new NotTested('needs an --otp-source whose codes differ', 'settings');
}

function needsAccepted(operation: string, { status }: Reply): NotTested {
  return new NotTested(
    `needs an accepted ${operation}, which is answered with ${status}`,
    'contract',
  );
}
