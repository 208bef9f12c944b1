/** §4.4 to §4.7: sending and answering a one-time password have to fit together. */
import type { Dialect, OtpChannel } from '../dialect.ts';
import type { Conflict } from './conflict.ts';

/** Fields of the interface in the same bodies as the code (§2.5, §2.6). */
const FIELDS = {
  sms: { send: 'sendSmsOtp', recordId: 'phoneId', destination: 'phoneNumber' },
  email: { send: 'sendEmailOtp', recordId: 'emailId', destination: 'emailAddress' },
} as const satisfies Record<OtpChannel, object>;

const CHANNELS = ['sms', 'email'] as const satisfies readonly OtpChannel[];

export function* oneTimePasswordNonsense(dialect: Dialect): Generator<Conflict> {
  for (const channel of CHANNELS) {
    const { sendReturns, authenticateReturns, identifiedBy, codeField } = dialect.otp[channel];
    const { send, recordId, destination } = FIELDS[channel];
    if (identifiedBy !== 'destination' && sendReturns === 'empty') {
      yield {
        rule: 'record-id-never-sent',
        key: `otp.${channel}.identifiedBy`,
        reason: `The authenticate operation requires the ${recordId}, but ${send} does not return it.`,
        hint: `Set otp.${channel}.sendReturns to record, or otp.${channel}.identifiedBy to destination.`,
      };
    }
    if (sendReturns === 'empty' && !/record/i.test(authenticateReturns)) {
      yield {
        rule: 'record-never-returned',
        key: `otp.${channel}.sendReturns`,
        reason: `The interface defines a response with the ${recordId} for these two operations, but neither returns it.`,
        hint: `Set otp.${channel}.sendReturns to record, or authenticateReturns to record or sessionAndRecord.`,
      };
    }
    if (codeField === recordId || codeField === destination) {
      yield {
        rule: 'code-field-taken',
        key: `otp.${channel}.codeField`,
        reason: `${codeField} is the name of another field of the interface, so it cannot contain the code.`,
        hint: 'Use another name, such as otp.',
      };
    }
  }
}
