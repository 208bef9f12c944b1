/** The schemas of one-time passwords in a dialect (§4.4 to §4.7). */
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import type { Schema } from '../openapi-document.ts';
import { otpFields } from '../wire/one-time-password.ts';
import {
  renameProperties,
  requireProperties,
  setProperties,
  removeProperty,
} from './object-schema.ts';
import { getSchema, createSchemaReference, type Schemas } from './service-contract.ts';

const SCHEMAS = {
  sms: {
    attempt: 'SmsCode',
    destination: 'SmsDestination',
    record: 'PhoneRecord',
    sessionAndRecord: 'PhoneAuthentication',
  },
  email: {
    attempt: 'EmailCode',
    destination: 'EmailDestination',
    record: 'EmailRecord',
    sessionAndRecord: 'EmailAuthentication',
  },
} as const satisfies { readonly [Channel in OtpChannel]: object };

/** The name of the code in api.yaml. */
const CODE = 'otp';

export function createOtpSchemas(schemas: Schemas, dialect: Dialect): Schemas {
  return {
    [SCHEMAS.sms.attempt]: createAttemptSchema(schemas, dialect, 'sms'),
    [SCHEMAS.sms.sessionAndRecord]: createSessionAndRecordSchema(schemas, 'sms'),
    [SCHEMAS.email.attempt]: createAttemptSchema(schemas, dialect, 'email'),
    [SCHEMAS.email.sessionAndRecord]: createSessionAndRecordSchema(schemas, 'email'),
  };
}

/** Returns a reference to the schema of the response to a send (`otp.*.sendReturns`). */
export function createSendResponseSchema(channel: OtpChannel, dialect: Dialect): Schema {
  return createSchemaReference(
    dialect.otp[channel].sendReturns === 'record' ? SCHEMAS[channel].record : 'Empty',
  );
}

/** Returns a reference to the schema of the response to authenticate (`otp.*.authenticateReturns`). */
export function createAuthenticateResponseSchema(channel: OtpChannel, dialect: Dialect): Schema {
  const names = {
    session: 'Authentication',
    record: SCHEMAS[channel].record,
    sessionAndRecord: SCHEMAS[channel].sessionAndRecord,
    empty: 'Empty',
  };
  return createSchemaReference(names[dialect.otp[channel].authenticateReturns]);
}

/** Applies `otp.*.identifiedBy` and `otp.*.codeField` to the schema in api.yaml, whose fields are record id and `otp`. */
function createAttemptSchema(schemas: Schemas, dialect: Dialect, channel: OtpChannel): Schema {
  const { identifiedBy, codeField } = dialect.otp[channel];
  const { recordId, destination } = otpFields[channel];
  const schema = renameProperties(getSchema(schemas, SCHEMAS[channel].attempt), {
    [CODE]: codeField,
  });
  if (identifiedBy === 'recordId') return schema;
  const field = getSchema(schemas, SCHEMAS[channel].destination).properties?.[destination] ?? {};
  const extended = requireProperties(setProperties(schema, { [destination]: field }), destination);
  return identifiedBy === 'both' ? extended : removeProperty(extended, recordId);
}

function createSessionAndRecordSchema(schemas: Schemas, channel: OtpChannel): Schema {
  const record = getSchema(schemas, SCHEMAS[channel].record);
  const session = setProperties(getSchema(schemas, 'Authentication'), record.properties ?? {});
  return {
    ...requireProperties(session, ...(record.required ?? [])),
    description: 'The authentication result and the record of the destination.',
    'x-open': `otp.${channel}.authenticateReturns`,
  };
}
