/** The schemas of one-time passwords in a dialect (§4.4 to §4.7). */
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import type { Schema } from '../openapi-document.ts';
import { otpFields } from '../wire/one-time-password.ts';
import { withRenamed, withRequired, withProperties, withoutProperty } from './object-schema.ts';
import { getSchema, schemaReference } from './service-contract.ts';
import type { Schemas } from './service-contract.ts';

const SCHEMAS = {
  sms: {
    attempt: 'SmsCode',
    destination: 'SmsDestination',
    record: 'PhoneRecord',
    both: 'PhoneAuthentication',
  },
  email: {
    attempt: 'EmailCode',
    destination: 'EmailDestination',
    record: 'EmailRecord',
    both: 'EmailAuthentication',
  },
} as const satisfies { readonly [Channel in OtpChannel]: object };

/** The name of the code in api.yaml. */
const CODE = 'otp';

export function otpSchemas(schemas: Schemas, dialect: Dialect): Schemas {
  return {
    [SCHEMAS.sms.attempt]: attempt(schemas, dialect, 'sms'),
    [SCHEMAS.sms.both]: sessionAndRecord(schemas, 'sms'),
    [SCHEMAS.email.attempt]: attempt(schemas, dialect, 'email'),
    [SCHEMAS.email.both]: sessionAndRecord(schemas, 'email'),
  };
}

/** Returns the response of a send (`otp.*.sendReturns`). */
export function sentSchema(channel: OtpChannel, dialect: Dialect): Schema {
  return schemaReference(
    dialect.otp[channel].sendReturns === 'record' ? SCHEMAS[channel].record : 'Empty',
  );
}

/** Returns the response of authenticate (`otp.*.authenticateReturns`). */
export function authenticatedSchema(channel: OtpChannel, dialect: Dialect): Schema {
  const names = {
    session: 'Authentication',
    record: SCHEMAS[channel].record,
    sessionAndRecord: SCHEMAS[channel].both,
    empty: 'Empty',
  };
  return schemaReference(names[dialect.otp[channel].authenticateReturns]);
}

/** `otp.*.identifiedBy` and `otp.*.codeField`; api.yaml has the record id and `otp`. */
function attempt(schemas: Schemas, dialect: Dialect, channel: OtpChannel): Schema {
  const { identifiedBy, codeField } = dialect.otp[channel];
  const { recordId, destination } = otpFields[channel];
  const schema = withRenamed(getSchema(schemas, SCHEMAS[channel].attempt), { [CODE]: codeField });
  if (identifiedBy === 'recordId') return schema;
  const field = getSchema(schemas, SCHEMAS[channel].destination).properties?.[destination] ?? {};
  const named = withRequired(withProperties(schema, { [destination]: field }), destination);
  return identifiedBy === 'both' ? named : withoutProperty(named, recordId);
}

function sessionAndRecord(schemas: Schemas, channel: OtpChannel): Schema {
  const record = getSchema(schemas, SCHEMAS[channel].record);
  const session = withProperties(getSchema(schemas, 'Authentication'), record.properties ?? {});
  return {
    ...withRequired(session, ...(record.required ?? [])),
    description: 'The authentication result and the record of the destination.',
    'x-open': `otp.${channel}.authenticateReturns`,
  };
}
