/** The examples of api.yaml in the form of a dialect, converted by the same code as real requests and responses. */
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { findFirstCode } from '../../domain/flags.ts';
import type { WalletIdentity } from '../../domain/records.ts';
import { toJson, type Example, type JsonValue } from '../openapi-document.ts';
import { responseExamples } from '../response-examples.gen.ts';
import { readRequest, writeRequest, writeResponse } from '../wire.ts';
import type { CanonicalRequest, OtpAttempt } from '../wire.ts';
import type {
  EmailRecord,
  OperationId,
  OperationResponse,
  PhoneRecord,
  Success,
  UserMask,
  UserObject,
  WalletType,
} from '../types.ts';
import { createMaskExample } from './patterns.ts';
import { JSON_MEDIA_TYPE, getOperation } from './service-contract.ts';

type Examples = Readonly<Record<string, Example>>;

type NamedExample<Value> = readonly [string, Omit<Example, 'value'> & { readonly value: Value }];

export function listRequestExamples<Id extends OperationId>(
  operationId: Id,
  dialect: Dialect,
): Examples {
  return rewriteExamples(listRequests(operationId), (body) => {
    const request = readRequest(operationId, { body }, defaultDialect);
    return writeRequest(operationId, adaptRequest[operationId](request, dialect), dialect).body;
  });
}

export function listResponseExamples<Id extends OperationId>(
  operationId: Id,
  dialect: Dialect,
): Examples {
  return rewriteExamples(listResponses(operationId), (response) =>
    writeResponse(operationId, adaptResponse[operationId](response, dialect), dialect),
  );
}

export function getExampleResponse<Id extends OperationId>(operationId: Id): Success<Id> {
  return getFirstExample(operationId, listResponses(operationId));
}

/** Rewrites examples and removes duplicates: two wallet variants become equal if only one is accepted. */
function rewriteExamples<Value>(
  examples: readonly NamedExample<Value>[],
  rewrite: (value: Value) => unknown,
): Examples {
  const byValue = new Map<string, readonly [string, Example]>();
  for (const [name, example] of examples) {
    const value = toJson(rewrite(example.value));
    const text = JSON.stringify(value);
    if (!byValue.has(text)) byValue.set(text, [name, { ...example, value }]);
  }
  return Object.fromEntries(byValue.values());
}

function listRequests(operationId: OperationId): readonly NamedExample<JsonValue>[] {
  const body = getOperation(operationId).operation.requestBody;
  const content = body !== undefined && 'content' in body ? body.content : {};
  return Object.entries(content[JSON_MEDIA_TYPE]?.examples ?? {});
}

function listResponses<Id extends OperationId>(id: Id): readonly NamedExample<Success<Id>>[] {
  return Object.entries(responseExamples[id]);
}

/** @throws TypeError if api.yaml has no example */
function getFirstExample<Value>(id: OperationId, [first]: readonly NamedExample<Value>[]): Value {
  if (first === undefined) throw new TypeError(`the contract has no example for ${id}`);
  return first[1].value;
}

/** Functions that return a request with values that the deployment accepts. */
const adaptRequest: {
  readonly [Id in OperationId]: (
    request: CanonicalRequest<Id>,
    dialect: Dialect,
  ) => CanonicalRequest<Id>;
} = {
  startWalletAuth: adaptWallet,
  authenticateWallet: (request, dialect) => ({ ...request, ...adaptWallet(request, dialect) }),
  addWalletToUser: adaptWallet,
  sendSmsOtp: (request) => request,
  authenticateSmsOtp: (attempt, dialect) => adaptAttempt(attempt, 'sms', dialect),
  sendEmailOtp: (request) => request,
  authenticateEmailOtp: (attempt, dialect) => adaptAttempt(attempt, 'email', dialect),
  getUser: (request) => request,
};

/** Functions that return a response with values of the deployment, and with every possible field. */
const adaptResponse: {
  readonly [Id in OperationId]: (response: Success<Id>, dialect: Dialect) => OperationResponse<Id>;
} = {
  startWalletAuth: adaptChallenge,
  authenticateWallet: adaptSession,
  addWalletToUser: (response) => response,
  sendSmsOtp: adaptPhoneRecord,
  authenticateSmsOtp: (response, dialect) => ({
    ...adaptSession(response, dialect),
    ...adaptPhoneRecord(getExampleResponse('sendSmsOtp'), dialect),
  }),
  sendEmailOtp: adaptEmailRecord,
  authenticateEmailOtp: (response, dialect) => ({
    ...adaptSession(response, dialect),
    ...adaptEmailRecord(getExampleResponse('sendEmailOtp'), dialect),
  }),
  getUser: adaptUser,
};

/** Names a wallet by a type that this deployment knows (`wallet.types`). */
function adaptWallet(wallet: WalletIdentity, { wallet: { types } }: Dialect): WalletIdentity {
  const { type } = wallet;
  return {
    ...wallet,
    type: type === null || types.includes(type) ? type : (types[0] as WalletType),
  };
}

/** Returns an attempt with a code of the deployment's length and the destination of the send example. */
function adaptAttempt(attempt: OtpAttempt, channel: OtpChannel, dialect: Dialect): OtpAttempt {
  const send = channel === 'sms' ? 'sendSmsOtp' : 'sendEmailOtp';
  const body = getFirstExample(send, listRequests(send));
  return {
    recordId: attempt.recordId,
    destination: readRequest(send, { body }, defaultDialect).destination,
    code: '1234567890'.slice(0, dialect.otp[channel].codeLength),
  };
}

function adaptChallenge({ challenge }: OperationResponse<'startWalletAuth'>, dialect: Dialect) {
  const random = challenge.slice(defaultDialect.wallet.challenge.phrase.length);
  return { challenge: `${dialect.wallet.challenge.phrase}${random}` };
}

type Session = OperationResponse<'authenticateWallet'>;

function adaptSession({ userMask }: Session, dialect: Dialect): Session {
  const { algorithm, subjectClaim } = dialect.session;
  const [method] = dialect.userMask.preferredMfaMethods;
  return {
    sessionJwt: [
      JSON.stringify({ alg: algorithm, kid: '1' }),
      JSON.stringify({ [subjectClaim]: userMask.id }),
      'signature',
    ]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.'),
    userMask: {
      ...userMask,
      phoneMask: createMaskExample(dialect.masks.phone),
      preferredMfaMethod: method as UserMask['preferredMfaMethod'],
    },
  };
}

function adaptPhoneRecord(record: PhoneRecord, dialect: Dialect): PhoneRecord {
  return { ...record, phoneMask: createMaskExample(dialect.masks.phone) };
}

function adaptEmailRecord(record: EmailRecord, dialect: Dialect): EmailRecord {
  return { ...record, emailMask: createMaskExample(dialect.masks.email) };
}

function adaptUser(user: UserObject, dialect: Dialect): UserObject {
  const category = 'Transaction Processing';
  const code = findFirstCode(category, dialect);
  // `loadDialect` rejects such a dialect.
  if (code === undefined)
    throw new TypeError(`the dialect has no flag of the category ${category}`);
  return {
    ...user,
    phoneMask: createMaskExample(dialect.masks.phone),
    emailMask: createMaskExample(dialect.masks.email),
    flags: [{ code, category }],
  };
}
