/** Which operation a call is, or was meant to be. */
import type { NearMiss } from '../contract/control-words.ts';
import type { CompiledContract } from '../contract/validators.ts';
import type { OperationId } from '../contract/words.ts';
import { nearestOperation } from '../traffic/broken-rules/near-miss.ts';
import { pathOf } from '../http/request-head.ts';
import type { SeenRequest } from './seen-call.ts';

export type CalledOperation =
  | { readonly kind: 'operation'; readonly operationId: OperationId }
  /** The path of one, or nearly so; `nearMiss` says what differs. */
  | { readonly kind: 'nearly'; readonly nearMiss: NearMiss }
  /** The service has more than the interface shows (§1): nothing is known of it. */
  | { readonly kind: 'other' };

export function operationOfCall(
  { method, url }: Pick<SeenRequest, 'method' | 'url'>,
  { operations }: Pick<CompiledContract, 'operations'>,
): CalledOperation {
  const path = pathOf(url);
  const found = operations.find(
    (each) => each.path === path && each.method.toUpperCase() === method,
  );
  if (found !== undefined) return { kind: 'operation', operationId: found.operationId };
  // A browser asks before it calls; that is between it and the deployment (CORS).
  const nearMiss = method === 'OPTIONS' ? undefined : nearestOperation(operations, method, path);
  return nearMiss === undefined ? { kind: 'other' } : { kind: 'nearly', nearMiss };
}
