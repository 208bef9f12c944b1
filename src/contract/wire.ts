/**
 * Converts requests and responses between the format of a dialect and the canonical format that the
 * operations use.
 */
import type { Dialect } from '../dialect/dialect.ts';
import type { WalletIdentity } from '../domain/records.ts';
import type { OtpAttempt } from './wire/one-time-password.ts';
import {
  readAttempt,
  readDestination,
  writeAttempt,
  writeSignIn,
  writeDestination,
  writeSendResponse,
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
  /** Null if the session in the bearer token identifies the user. */
  getUser: { readonly userId: string | null };
}

export type CanonicalRequest<Id extends OperationId> = CanonicalRequests[Id];

interface OperationWire<Id extends OperationId> {
  read(request: WireRequest, dialect: Dialect): CanonicalRequest<Id>;
  write(request: CanonicalRequest<Id>, dialect: Dialect): WrittenRequest;
  writeResponse(response: OperationResponse<Id>, dialect: Dialect): unknown;
}

const wires: { readonly [Id in OperationId]: OperationWire<Id> } = {
  startWalletAuth: {
    read: readWalletIdentity,
    write: writeWalletIdentity,
    writeResponse: (response) => response,
  },
  authenticateWallet: {
    read: (request, dialect) => ({
      ...readWalletIdentity(request, dialect),
      signature: getText(request.body, 'signature'),
    }),
    write: ({ signature, ...wallet }, dialect) =>
      toRequestWithBody({ ...writeWalletIdentity(wallet, dialect).body, signature }),
    writeResponse: writeAuthentication,
  },
  addWalletToUser: {
    read: readWalletIdentity,
    write: writeWalletIdentity,
    writeResponse: (response) => response,
  },
  sendSmsOtp: {
    read: (request) => ({ destination: readDestination(request, 'sms') }),
    write: ({ destination }) => writeDestination(destination, 'sms'),
    writeResponse: (response, dialect) => writeSendResponse(response, 'sms', dialect),
  },
  authenticateSmsOtp: {
    read: (request, dialect) => readAttempt(request, 'sms', dialect),
    write: (attempt, dialect) => writeAttempt(attempt, 'sms', dialect),
    writeResponse: ({ phoneId, phoneMask, ...session }, dialect) =>
      writeSignIn(writeAuthentication(session, dialect), { phoneId, phoneMask }, 'sms', dialect),
  },
  sendEmailOtp: {
    read: (request) => ({ destination: readDestination(request, 'email') }),
    write: ({ destination }) => writeDestination(destination, 'email'),
    writeResponse: (response, dialect) => writeSendResponse(response, 'email', dialect),
  },
  authenticateEmailOtp: {
    read: (request, dialect) => readAttempt(request, 'email', dialect),
    write: (attempt, dialect) => writeAttempt(attempt, 'email', dialect),
    writeResponse: ({ emailId, emailMask, ...session }, dialect) =>
      writeSignIn(writeAuthentication(session, dialect), { emailId, emailMask }, 'email', dialect),
  },
  getUser: {
    read: (request, dialect) => ({ userId: readUserId(request, dialect) }),
    write: ({ userId }, dialect) => writeUserId(userId, dialect),
    writeResponse: writeUser,
  },
};

/** Reads a request that has passed the validation of the contract. @throws TypeError otherwise */
export function readRequest<Id extends OperationId>(
  operationId: Id,
  request: WireRequest,
  dialect: Dialect,
): CanonicalRequest<Id> {
  return wires[operationId].read(request, dialect);
}

/** Writes a request as a client of the deployment sends it: the inverse of `readRequest`. */
export function writeRequest<Id extends OperationId>(
  operationId: Id,
  request: CanonicalRequest<Id>,
  dialect: Dialect,
): WrittenRequest {
  return wires[operationId].write(request, dialect);
}

export function writeResponse<Id extends OperationId>(
  operationId: Id,
  response: OperationResponse<Id>,
  dialect: Dialect,
): unknown {
  return wires[operationId].writeResponse(response, dialect);
}

/** Writes an authentication result, with the value for a missing phone (`userMask.absent`, §2.4). */
function writeAuthentication(
  session: OperationResponse<'authenticateWallet'>,
  dialect: Dialect,
): object {
  const { sessionJwt, userMask } = session;
  const { absent } = dialect.userMask;
  if (absent === 'omit' || userMask.phoneMask !== undefined) return session;
  return { sessionJwt, userMask: { ...userMask, phoneMask: absent === 'null' ? null : '' } };
}
