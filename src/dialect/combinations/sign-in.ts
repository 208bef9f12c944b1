/** §2.3, §4.4 to §4.7, §5.3 to §5.5, §5.8: the parts of a sign-in have to fit together. */
import type { OperationId } from '../../contract/types.ts';
import { parseDuration } from '../../domain/duration.ts';
import type { Dialect, OtpChannel } from '../dialect.ts';
import type { Conflict } from './conflict.ts';

/** Finds durations of zero: their challenges, codes or sessions would never be valid. */
export function* findDurationConflicts({
  wallet,
  otp,
  session,
  limits,
}: Dialect): Generator<Conflict> {
  const durations: Readonly<Record<string, string>> = {
    'wallet.challenge.ttl': wallet.challenge.ttl,
    'otp.sms.ttl': otp.sms.ttl,
    'otp.email.ttl': otp.email.ttl,
    'session.ttl': session.ttl,
    ...(limits.sends === 'none' ? {} : { 'limits.sends': limits.sends.per }),
  };
  for (const [key, duration] of Object.entries(durations)) {
    if (parseDuration(duration) > 0) continue;
    yield {
      rule: 'zero-duration',
      key,
      reason: `${duration} is zero.`,
      hint: 'Write a longer duration, such as PT5M.',
    };
  }
}

/** Finds dialects in which no flow leads to a first session. */
export function* findFirstSessionConflicts({ bearer, otp }: Dialect): Generator<Conflict> {
  if (bearer.accepts.includes('client')) return;
  const flows: readonly (readonly OperationId[])[] = [
    ['startWalletAuth', 'authenticateWallet'],
    ...(returnsSession(otp.sms) ? [['sendSmsOtp', 'authenticateSmsOtp'] as const] : []),
    ...(returnsSession(otp.email) ? [['sendEmailOtp', 'authenticateEmailOtp'] as const] : []),
  ];
  const worksWithoutSession = (operation: OperationId) => !bearer.requiredOn.includes(operation);
  if (flows.some((operations) => operations.every(worksWithoutSession))) return;
  yield {
    rule: 'no-session-flow',
    key: 'bearer.requiredOn',
    reason: 'Every flow that returns a session requires a session first, so no user can get one.',
    hint: 'Add client to bearer.accepts, or remove the operations of one flow from bearer.requiredOn.',
  };
}

function returnsSession({ authenticateReturns }: Dialect['otp'][OtpChannel]): boolean {
  return authenticateReturns === 'session' || authenticateReturns === 'sessionAndRecord';
}

function returnsRecord({ authenticateReturns }: Dialect['otp'][OtpChannel]): boolean {
  return authenticateReturns === 'record' || authenticateReturns === 'sessionAndRecord';
}

/** The send operation of each channel, and the interface fields that share a body with the code (§2.5, §2.6). */
const PARTS = {
  sms: { send: 'sendSmsOtp', recordId: 'phoneId', destination: 'phoneNumber' },
  email: { send: 'sendEmailOtp', recordId: 'emailId', destination: 'emailAddress' },
} as const satisfies Record<OtpChannel, object>;

const CHANNELS = ['sms', 'email'] as const satisfies readonly OtpChannel[];

export function* findOneTimePasswordConflicts(dialect: Dialect): Generator<Conflict> {
  for (const channel of CHANNELS) {
    const otp = dialect.otp[channel];
    const { sendReturns, identifiedBy, codeField } = otp;
    const { send, recordId, destination } = PARTS[channel];
    if (identifiedBy !== 'destination' && sendReturns === 'empty') {
      yield {
        rule: 'record-id-never-sent',
        key: `otp.${channel}.identifiedBy`,
        reason: `The authenticate operation requires the ${recordId}, but ${send} does not return it.`,
        hint: `Set otp.${channel}.sendReturns to record, or otp.${channel}.identifiedBy to destination.`,
      };
    }
    if (sendReturns === 'empty' && !returnsRecord(otp)) {
      yield {
        rule: 'record-never-returned',
        key: `otp.${channel}.sendReturns`,
        reason: `The interface defines a response with the ${recordId}, but neither ${send} nor the authenticate operation returns it.`,
        hint: `Set otp.${channel}.sendReturns to record, or authenticateReturns to record or sessionAndRecord.`,
      };
    }
    if (codeField === recordId || codeField === destination) {
      yield {
        rule: 'code-field-taken',
        key: `otp.${channel}.codeField`,
        reason: `${codeField} is the name of another field of the interface, so it cannot contain the code.`,
        hint: `Set otp.${channel}.codeField to another name, such as otp.`,
      };
    }
  }
}
