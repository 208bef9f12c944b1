/** Which refusal a fault means that names a status and no code. */
import type { Operation, Response } from '../../contract/openapi-document.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { ErrorCode, OperationId } from '../../contract/words.ts';
import { causes, statusOfCause, type Cause } from '../../domain/errors.ts';

/** The causes that any call can meet, of those that share a status the one that is meant first. */
const MET_BY_ANY_CALL: readonly Cause[] = [
  'bearer',
  'invalidRequest',
  'flagRestricts',
  'notFound',
  'identityTaken',
  'rateLimited',
];

/**
 * The cause that the operation declares for the status, else one to which the dialect gives it
 * (errors.status).
 *
 * @param operationId undefined for a call that fits no operation
 * @returns undefined where no cause has the status
 */
export function causeOfStatus(
  contract: CompiledContract,
  operationId: OperationId | undefined,
  status: number,
): ErrorCode | undefined {
  const declared = declaredCause(contract, operationId, status);
  // Who asks for 429 wants a client that calls too often; a locked code is asked for by its name.
  if (declared !== undefined && declared !== 'otpLocked') return declared;
  return [...MET_BY_ANY_CALL, ...(Object.keys(causes) as Cause[])].find(
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

/** The contract writes them from the list of causes. */
export function causesOf(response: Response): readonly ErrorCode[] {
  return (response['x-causes'] ?? []) as readonly ErrorCode[];
}
