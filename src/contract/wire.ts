/** Converts requests and responses between the format of a dialect and the canonical format of operations. */
import type { Dialect } from '../dialect/dialect.ts';
import type { WalletIdentity } from '../domain/records.ts';
import type { OtpAttempt } from './wire/one-time-password.ts';
import {
  createAttemptConverter,
  createSendConverter,
  writeOtpResult,
} from './wire/one-time-password.ts';
import type { WireRequest, WrittenRequest } from './wire/request-parts.ts';
import { toRequestWithBody, getText } from './wire/request-parts.ts';
import { readUserId, writeUser, writeUserId } from './wire/user.ts';
import { readWalletIdentity, writeWalletIdentity } from './wire/wallet-identity.ts';
import type { OperationResponse, OperationId } from './types.ts';

export type { OtpAttempt } from './wire/one-time-password.ts';
export type { WireRequest, WrittenRequest } from './wire/request-parts.ts';

export interface CanonicalRequests {
  startWalletAuth: WalletIdentity;
  authenticateWallet: WalletIdentity & { readonly signature: string };
  addWalletToUser: WalletIdentity;
  sendSmsOtp: { readonly destination: string };
  authenticateSmsOtp: OtpAttempt;
  sendEmailOtp: { readonly destination: string };
  authenticateEmailOtp: OtpAttempt;
  /** Null if the session identifies the user. */
  getUser: { readonly userId: string | null };
}

export type CanonicalRequest<Id extends OperationId> = CanonicalRequests[Id];

interface OperationConverter<Id extends OperationId> {
  readRequest(request: WireRequest, dialect: Dialect): CanonicalRequest<Id>;
  writeRequest(request: CanonicalRequest<Id>, dialect: Dialect): WrittenRequest;
  writeResponse(response: OperationResponse<Id>, dialect: Dialect): unknown;
}

const converters: { readonly [Id in OperationId]: OperationConverter<Id> } = {
  startWalletAuth: {
    readRequest: readWalletIdentity,
    writeRequest: writeWalletIdentity,
    writeResponse: (response) => response,
  },
  authenticateWallet: {
    readRequest: (request, dialect) => ({
      ...readWalletIdentity(request, dialect),
      signature: getText(request.body, 'signature'),
    }),
    writeRequest: ({ signature, ...wallet }, dialect) =>
      toRequestWithBody({ ...writeWalletIdentity(wallet, dialect).body, signature }),
    writeResponse: writeSession,
  },
  addWalletToUser: {
    readRequest: readWalletIdentity,
    writeRequest: writeWalletIdentity,
    writeResponse: (response) => response,
  },
  sendSmsOtp: createSendConverter('sms'),
  authenticateSmsOtp: {
    ...createAttemptConverter('sms'),
    writeResponse: ({ phoneId, phoneMask, ...session }, dialect) =>
      writeOtpResult(writeSession(session, dialect), { phoneId, phoneMask }, 'sms', dialect),
  },
  sendEmailOtp: createSendConverter('email'),
  authenticateEmailOtp: {
    ...createAttemptConverter('email'),
    writeResponse: ({ emailId, emailMask, ...session }, dialect) =>
      writeOtpResult(writeSession(session, dialect), { emailId, emailMask }, 'email', dialect),
  },
  getUser: {
    readRequest: (request, dialect) => ({ userId: readUserId(request, dialect) }),
    writeRequest: ({ userId }, dialect) => writeUserId(userId, dialect),
    writeResponse: writeUser,
  },
};

/** Reads a request that has passed the validation of the contract. @throws TypeError otherwise */
export function readRequest<Id extends OperationId>(
  operationId: Id,
  request: WireRequest,
  dialect: Dialect,
): CanonicalRequest<Id> {
  return converters[operationId].readRequest(request, dialect);
}

/** Writes a request as a client of the deployment sends it: the inverse of `readRequest`. */
export function writeRequest<Id extends OperationId>(
  operationId: Id,
  request: CanonicalRequest<Id>,
  dialect: Dialect,
): WrittenRequest {
  return converters[operationId].writeRequest(request, dialect);
}

export function writeResponse<Id extends OperationId>(
  operationId: Id,
  response: OperationResponse<Id>,
  dialect: Dialect,
): unknown {
  return converters[operationId].writeResponse(response, dialect);
}

/** Writes an authentication result, with the value for a missing phone (`userMask.absent`, §2.4). */
function writeSession(session: OperationResponse<'authenticateWallet'>, dialect: Dialect): object {
  const { sessionJwt, userMask } = session;
  const { absent } = dialect.userMask;
  if (absent === 'omit' || userMask.phoneMask !== undefined) return session;
  return { sessionJwt, userMask: { ...userMask, phoneMask: absent === 'null' ? null : '' } };
}
