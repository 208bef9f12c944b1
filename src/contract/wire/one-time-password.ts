/** One-time passwords by SMS and email: the two flows differ in the names of their fields (§2.5, §2.6). */
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import { toRequestWithBody, getText, findText } from './request-parts.ts';
import type { WireRequest, WrittenRequest } from './request-parts.ts';

/** A one-time password in the authenticate request; null for fields that the dialect does not require. */
export interface OtpAttempt {
  /** phoneId or emailId. */
  readonly recordId: string | null;
  /** Phone number or email address. */
  readonly destination: string | null;
  readonly code: string;
}

export const otpFields = {
  sms: { destination: 'phoneNumber', recordId: 'phoneId', mask: 'phoneMask' },
  email: { destination: 'emailAddress', recordId: 'emailId', mask: 'emailMask' },
} as const satisfies { readonly [Channel in OtpChannel]: object };

export function readDestination(request: WireRequest, channel: OtpChannel): string {
  return getText(request.body, otpFields[channel].destination);
}

export function writeDestination(destination: string, channel: OtpChannel): WrittenRequest {
  return toRequestWithBody({ [otpFields[channel].destination]: destination });
}

export function readAttempt(
  request: WireRequest,
  channel: OtpChannel,
  dialect: Dialect,
): OtpAttempt {
  const { identifiedBy, codeField } = dialect.otp[channel];
  const { recordId, destination } = otpFields[channel];
  return {
    recordId: identifiedBy === 'destination' ? null : findText(request.body, recordId),
    destination: identifiedBy === 'recordId' ? null : findText(request.body, destination),
    code: getText(request.body, codeField),
  };
}

export function writeAttempt(
  attempt: OtpAttempt,
  channel: OtpChannel,
  dialect: Dialect,
): WrittenRequest {
  const { identifiedBy, codeField } = dialect.otp[channel];
  const { recordId, destination } = otpFields[channel];
  return toRequestWithBody({
    ...(identifiedBy === 'destination' ? {} : { [recordId]: attempt.recordId ?? '' }),
    ...(identifiedBy === 'recordId' ? {} : { [destination]: attempt.destination ?? '' }),
    [codeField]: attempt.code,
  });
}

/** Returns the response to a send (`otp.*.sendReturns`). */
export function writeSendResponse(record: object, channel: OtpChannel, dialect: Dialect): unknown {
  return dialect.otp[channel].sendReturns === 'record' ? record : {};
}

/** Returns the response to authenticate: session, record, both or nothing (`otp.*.authenticateReturns`). */
export function writeOtpResult(
  session: object,
  record: object,
  channel: OtpChannel,
  dialect: Dialect,
): unknown {
  switch (dialect.otp[channel].authenticateReturns) {
    case 'session':
      return session;
    case 'record':
      return record;
    case 'sessionAndRecord':
      return { ...session, ...record };
    case 'empty':
      return {};
  }
}
