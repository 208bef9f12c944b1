/** The names of the send and authenticate operation of each channel, and of their fields and rules. */
import type { OtpChannel } from '../../../src/dialect/dialect.ts';
import { findText, parseFields, type Exchange, type ProxyRequest } from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';

/** `clause` is the clause of `authenticate`; `flow` is the prefix of the rules about both operations. */
export const pairs = {
  sms: {
    channel: 'sms',
    send: 'sendSmsOtp',
    authenticate: 'authenticateSmsOtp',
    destination: 'phoneNumber',
    recordId: 'phoneId',
    mask: 'phoneMask',
    sendClause: '4.4',
    clause: '4.5',
    flow: '5.4.sms',
    example: '+12025550147',
    maskRule: '2.5.phoneMask.last-four',
    idRule: '2.5.phoneId.string',
    invalidDestinationRule: '2.5.phoneNumber.other-form-refused',
    validDestinationRule: '2.5.phoneNumber.international',
  },
  email: {
    channel: 'email',
    send: 'sendEmailOtp',
    authenticate: 'authenticateEmailOtp',
    destination: 'emailAddress',
    recordId: 'emailId',
    mask: 'emailMask',
    sendClause: '4.6',
    clause: '4.7',
    flow: '5.5.email',
    example: 'somebody@example.test',
    maskRule: '2.6.emailMask.masked',
    idRule: '2.6.emailId.string',
    invalidDestinationRule: '2.6.emailAddress.wrong-type-refused',
    validDestinationRule: '2.6.emailAddress.string',
  },
} as const satisfies Record<OtpChannel, object>;

export type OtpPair = (typeof pairs)[OtpChannel];

export const returnsSession =
  ({ channel }: OtpPair) =>
  ({ otp }: DeploymentTraits): boolean =>
    otp[channel].authenticateReturnsSession;

/** Returns the destination in a request, or the destination of its record. */
export function findDestination(
  request: Pick<ProxyRequest, 'text'>,
  { destination, recordId }: OtpPair,
  memory: Memory,
): string | undefined {
  const fields = parseFields(request);
  return findText(fields, destination) ?? memory.records.get(findText(fields, recordId) ?? '');
}

export const findAnyDestination = (request: Pick<ProxyRequest, 'text'>, memory: Memory) =>
  findDestination(request, pairs.sms, memory) ?? findDestination(request, pairs.email, memory);

export function readCode({ request, traits }: Exchange, { channel }: OtpPair): unknown {
  return parseFields(request)[traits.otp[channel].codeField];
}

export function isDigits(code: unknown): boolean {
  return typeof code === 'string' && /^\d{4,10}$/.test(code);
}
