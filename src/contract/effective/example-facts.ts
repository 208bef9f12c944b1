/** The values in examples that depend on the dialect, in the form of the default dialect. */
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import type { WalletIdentity } from '../../domain/records.ts';
import { readRequest } from '../wire.ts';
import type { CanonicalRequest } from '../wire.ts';
import type { OtpAttempt } from '../wire/one-time-password.ts';
import type { SessionResponse } from '../wire/session.ts';
import type {
  OperationResponse,
  EmailRecord,
  OperationId,
  PhoneRecord,
  Success,
  UserMask,
  UserObject,
  WalletType,
} from '../words.ts';
import { maskExample } from './patterns.ts';
import { firstExample, writtenResponses, writtenRequests } from './written-examples.ts';

/** The request of an example with the values that this deployment requires. */
export function exampleRequest<Id extends OperationId>(
  operationId: Id,
  request: CanonicalRequest<Id>,
  dialect: Dialect,
): CanonicalRequest<Id> {
  return requests[operationId](request, dialect);
}

/** Returns the response of an example, with the values of this deployment. */
export function exampleResponse<Id extends OperationId>(
  operationId: Id,
  response: Success<Id>,
  dialect: Dialect,
): OperationResponse<Id> {
  return responses[operationId](response, dialect);
}

const requests: {
  readonly [Id in OperationId]: (
    request: CanonicalRequest<Id>,
    dialect: Dialect,
  ) => CanonicalRequest<Id>;
} = {
  startWalletAuth: walletOf,
  authenticateWallet: (request, dialect) => ({ ...request, ...walletOf(request, dialect) }),
  addWalletToUser: walletOf,
  sendSmsOtp: (request) => request,
  authenticateSmsOtp: (attempt, dialect) => attemptOf(attempt, 'sms', dialect),
  sendEmailOtp: (request) => request,
  authenticateEmailOtp: (attempt, dialect) => attemptOf(attempt, 'email', dialect),
  getUser: (request) => request,
};

const responses: {
  readonly [Id in OperationId]: (response: Success<Id>, dialect: Dialect) => OperationResponse<Id>;
} = {
  startWalletAuth: challengeOf,
  authenticateWallet: sessionOf,
  addWalletToUser: (response) => response,
  sendSmsOtp: phoneRecordOf,
  authenticateSmsOtp: (response, dialect) => ({
    ...sessionOf(response, dialect),
    ...phoneRecordOf(firstExample(writtenResponses('sendSmsOtp')), dialect),
  }),
  sendEmailOtp: emailRecordOf,
  authenticateEmailOtp: (response, dialect) => ({
    ...sessionOf(response, dialect),
    ...emailRecordOf(firstExample(writtenResponses('sendEmailOtp')), dialect),
  }),
  getUser: userOf,
};

function walletOf(wallet: WalletIdentity, dialect: Dialect): WalletIdentity {
  return { ...wallet, type: wallet.type === null ? null : typeOf(wallet.type, dialect) };
}

/** A type that this deployment knows (`wallet.types`). */
function typeOf(type: WalletType, dialect: Dialect): WalletType {
  const { types } = dialect.wallet;
  return types.includes(type) ? type : (types[0] as WalletType);
}

/** The code has the number of digits of `otp.*.codeLength`; the record is that of the send. */
function attemptOf(attempt: OtpAttempt, channel: OtpChannel, dialect: Dialect): OtpAttempt {
  const send = channel === 'sms' ? 'sendSmsOtp' : 'sendEmailOtp';
  const body = firstExample(writtenRequests(send));
  return {
    recordId: attempt.recordId,
    destination: readRequest(send, { body }, defaultDialect).destination,
    code: '1234567890'.slice(0, dialect.otp[channel].codeLength),
  };
}

function challengeOf({ challenge }: OperationResponse<'startWalletAuth'>, dialect: Dialect) {
  const random = challenge.slice(defaultDialect.wallet.challenge.phrase.length);
  return { challenge: `${dialect.wallet.challenge.phrase}${random}` };
}

function sessionOf({ userMask }: SessionResponse, dialect: Dialect): SessionResponse {
  const { algorithm, subjectClaim } = dialect.session;
  const [method] = dialect.userMask.preferredMfaMethods;
  return {
    sessionJwt: [
      encoded(JSON.stringify({ alg: algorithm, kid: '1' })),
      encoded(JSON.stringify({ [subjectClaim]: userMask.id })),
      encoded('signature'),
    ].join('.'),
    userMask: {
      ...userMask,
      phoneMask: maskExample(dialect.masks.phone),
      preferredMfaMethod: method as UserMask['preferredMfaMethod'],
    },
  };
}

function phoneRecordOf(record: PhoneRecord, dialect: Dialect): PhoneRecord {
  return { ...record, phoneMask: maskExample(dialect.masks.phone) };
}

function emailRecordOf(record: EmailRecord, dialect: Dialect): EmailRecord {
  return { ...record, emailMask: maskExample(dialect.masks.email) };
}

/** A FAILED payment requires a Transaction Processing flag (§7.5). */
function userOf(user: UserObject, dialect: Dialect): UserObject {
  const flag = dialect.flags.catalogue.find(
    ({ category }) => category === 'Transaction Processing',
  );
  return {
    ...user,
    phoneMask: maskExample(dialect.masks.phone),
    emailMask: maskExample(dialect.masks.email),
    flags: flag ? [{ code: flag.code, category: 'Transaction Processing' }] : [],
    transactions: user.transactions.map((transaction) =>
      flag ? transaction : { ...transaction, cryptoStatus: 'PENDING' },
    ),
  };
}

/** Base64url without padding (RFC 7515, section 2). */
function encoded(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
