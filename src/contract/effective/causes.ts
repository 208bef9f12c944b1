import { getBearerUse } from '../../dialect/bearer-use.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Cause } from '../../domain/errors.ts';
import { operationsByWrite, type RestrictableWrite } from '../../domain/flags.ts';
import { errorCodes } from '../closed-lists.gen.ts';
import type { Operation } from '../openapi-document.ts';
import type { OperationId } from '../types.ts';
import type { Tolerance } from './tolerance.ts';
import { resolveResponse } from './service-contract.ts';

const allCauses = errorCodes.filter((code): code is Cause => code !== 'internal');

/**
 * Returns the causes for which the operation rejects requests in this dialect, in the order of `ErrorCode`:
 * `x-causes` of api.yaml and `bearer`, except causes that cannot occur. With the tolerance `everywhere`,
 * each operation also has `rateLimited`.
 */
export function listCauses(
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
  { rateLimit }: Pick<Tolerance, 'rateLimit'>,
): readonly Cause[] {
  const listed = new Set(['bearer', ...readCauses(operation)]);
  return allCauses.filter((cause) => {
    if (cause === 'rateLimited' && rateLimit === 'everywhere') return true;
    return listed.has(cause) && canOccur(cause, operationId, operation, dialect);
  });
}

function readCauses(operation: Operation): readonly string[] {
  return Object.values(operation.responses).flatMap(
    (response) => resolveResponse(response)['x-causes'] ?? [],
  );
}

function canOccur(
  cause: Cause,
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
): boolean {
  switch (cause) {
    case 'bearer':
      return getBearerUse(operationId, dialect) !== 'ignored';
    case 'invalidRequest':
      // Only getUser has no body. Without a user id parameter, only unknown parts can make it invalid.
      return (
        operation.requestBody !== undefined ||
        dialect.requests.unknownFields === 'reject' ||
        dialect.user.identifiedBy !== 'bearerSession'
      );
    case 'identityUnknown':
      return rejectsUnknownIdentity(operationId, dialect);
    case 'identityTaken':
      return operationId === 'addWalletToUser'
        ? dialect.wallet.addOwned === 'reject'
        : addsPhone(dialect);
    case 'flagRestricts':
      return listRefusedWrites(dialect).some((write) => {
        return operationsByWrite[write].some((id) => id === operationId);
      });
    case 'rateLimited':
      return dialect.limits.sends !== 'none';
    default:
      return true;
  }
}

/** Returns whether the operation rejects an unknown identity (`identity.unknown`) or user id (§4.8). */
function rejectsUnknownIdentity(operationId: OperationId, dialect: Dialect): boolean {
  switch (operationId) {
    case 'startWalletAuth':
    case 'sendSmsOtp':
    case 'sendEmailOtp':
      return dialect.identity.unknown === 'rejectAtStart';
    case 'authenticateWallet':
    case 'authenticateEmailOtp':
      return dialect.identity.unknown === 'rejectAtAuthenticate';
    case 'authenticateSmsOtp':
      // After the send, the user can replace this number by a new one (§5.7). Then no user has this number.
      return (
        dialect.identity.unknown === 'rejectAtAuthenticate' ||
        (dialect.identity.unknown === 'rejectAtStart' && addsPhone(dialect))
      );
    case 'getUser':
      return dialect.user.identifiedBy !== 'bearerSession';
    case 'addWalletToUser':
      return false;
  }
}

/** Returns the writes that exist in the dialect and that a Fraud flag refuses (§7.4). */
function listRefusedWrites(dialect: Dialect): readonly RestrictableWrite[] {
  const { fraudRestricts } = dialect.flags;
  return fraudRestricts.filter((write) => write !== 'addPhone' || addsPhone(dialect));
}

/** Returns whether a send with the session of a user adds the number to that user (§5.7). */
function addsPhone(dialect: Dialect): boolean {
  return dialect.otp.sms.bearerSession === 'addsPhone';
}
