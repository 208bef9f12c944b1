import type { OperationId } from '../contract/types.ts';
import type { Dialect } from './dialect.ts';

/** Returns the HTTP status of accepted requests (`success.status`, §4). */
export function getSuccessStatus(operationId: OperationId, dialect: Dialect): number {
  const { status } = dialect.success;
  if (typeof status === 'number') return status;
  const statusByOperation: Partial<typeof status> = status;
  return statusByOperation[operationId] ?? 200;
}
