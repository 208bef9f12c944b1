import type { NearMiss } from '../contract/control-words.ts';
import type { CompiledContract } from '../contract/validators.ts';
import type { OperationId } from '../contract/words.ts';
import { pathOf } from '../http/request-head.ts';
import type { Exchange } from './exchange.ts';
import { nearestOperation } from './near-miss.ts';

type Head = Pick<Exchange, 'method' | 'url'>;

/** Returns the operation of a request; undefined where it fits none. */
export function operationOf(
  { method, url }: Head,
  { operations }: Pick<CompiledContract, 'operations'>,
): OperationId | undefined {
  const path = pathOf(url);
  return operations.find((each) => each.path === path && each.method.toUpperCase() === method)
    ?.operationId;
}

/** Methods by which browsers and tools look around. */
const LOOKING: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/** Returns what a request that fits no operation was probably meant to be. */
export function nearMissOf(
  { method, url }: Head,
  { operations }: Pick<CompiledContract, 'operations'>,
): NearMiss | undefined {
  return LOOKING.has(method) ? undefined : nearestOperation(operations, method, pathOf(url));
}
