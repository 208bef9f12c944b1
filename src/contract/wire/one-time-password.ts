/** Converts OTP requests and responses; SMS and email differ in the names of the fields (§2.5, §2.6). */
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

/** Converts the requests and responses of a send (`otp.*.sendReturns`). */
export function createSendConverter(channel: OtpChannel) {
  const field = otpFields[channel].destination;
  return {
    readRequest: ({ body }: WireRequest) => ({ destination: getText(body, field) }),
    writeRequest: ({ destination }: { readonly destination: string }) =>
      toRequestWithBody({ [field]: destination }),
    writeResponse: (record: object, dialect: Dialect) =>
      dialect.otp[channel].sendReturns === 'record' ? record : {},
  };
}

/** Converts the requests of an authenticate operation. */
export function createAttemptConverter(channel: OtpChannel) {
  const { recordId, destination } = otpFields[channel];
  return {
    readRequest({ body }: WireRequest, dialect: Dialect): OtpAttempt {
      const { identifiedBy, codeField } = dialect.otp[channel];
      return {
        recordId: identifiedBy === 'destination' ? null : findText(body, recordId),
        destination: identifiedBy === 'recordId' ? null : findText(body, destination),
        code: getText(body, codeField),
      };
    },
    writeRequest(attempt: OtpAttempt, dialect: Dialect): WrittenRequest {
      const { identifiedBy, codeField } = dialect.otp[channel];
      return toRequestWithBody({
        ...(identifiedBy === 'destination' ? {} : { [recordId]: attempt.recordId ?? '' }),
        ...(identifiedBy === 'recordId' ? {} : { [destination]: attempt.destination ?? '' }),
        [codeField]: attempt.code,
      });
    },
  };
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
