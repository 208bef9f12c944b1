/** Selects the error code of a fault that has a status but no code. */
import type { Operation, Response } from '../../contract/openapi-document.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { ErrorCode, OperationId } from '../../contract/words.ts';
import { causes, statusOfCause, type Cause } from '../../domain/errors.ts';

/** Causes that any request can have, in order of preference. */
const GENERAL_CAUSES: readonly Cause[] = [
  'bearer',
  'invalidRequest',
  'flagRestricts',
  'notFound',
  'identityTaken',
  'rateLimited',
];

/**
 * Returns the cause that the operation declares for the status, else one with this status in the dialect
 * (errors.status).
 *
 * @param operationId undefined for a request that matches no operation
 * @returns undefined if no cause has the status
 */
export function causeOfStatus(
  contract: CompiledContract,
  operationId: OperationId | undefined,
  status: number,
): ErrorCode | undefined {
  const declared = declaredCause(contract, operationId, status);
  // A fault with status 429 simulates a rate limit; a locked code requires the code otpLocked.
  if (declared !== undefined && declared !== 'otpLocked') return declared;
  return [...GENERAL_CAUSES, ...(Object.keys(causes) as Cause[])].find(
    (cause) => statusOfCause(contract.dialect, cause) === status,
  );
}

function declaredCause(
  { document, operations }: CompiledContract,
  operationId: OperationId | undefined,
  status: number,
): ErrorCode | undefined {
  const placed = operations.find((operation) => operation.operationId === operationId);
  const operation: Operation | undefined = placed && document.paths[placed.path]?.[placed.method];
  const response = operation?.responses[status];
  return response === undefined || '$ref' in response ? undefined : causesOf(response)[0];
}

/** Returns the causes of a response (`x-causes`). */
export function causesOf(response: Response): readonly ErrorCode[] {
  return (response['x-causes'] ?? []) as readonly ErrorCode[];
}
