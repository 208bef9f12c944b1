/** §4, §9: the paths of requests. */
import type { Difference, NearMiss } from '../../contract/control-words.ts';
import { nearMissOf } from '../operation-of-request.ts';
import { lineOf } from './observed-exchange.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import { each } from './client-rule.ts';
import type { Watchers } from './client-rule.ts';

/** How a request differs from the most similar operation. */
type WrongPart = 'prefix' | 'method' | 'path';

export const pathRules = {
  'path-unknown': each((exchange) => found(exchange, 'path')),
  'prefix-missing': each((exchange) => found(exchange, 'prefix')),
  'method-wrong': each((exchange) => found(exchange, 'method')),
} satisfies Watchers;

function found(exchange: ObservedExchange, wanted: WrongPart): string | undefined {
  const { outcome, contract } = exchange;
  if (outcome !== 'notFound' && outcome !== 'methodNotAllowed') return undefined;
  const miss = nearMissOf(exchange, contract);
  if (miss === undefined || wrongPartOf(miss) !== wanted) return undefined;
  const hints = miss.differences.map(({ message }) => message).join(' ');
  return `${lineOf(exchange)} is similar to ${miss.method} ${miss.path}. ${hints}`;
}

function wrongPartOf({ differences }: NearMiss): WrongPart {
  const kinds = new Set<Difference['kind']>(differences.map(({ kind }) => kind));
  if (kinds.has('missingPrefix')) return 'prefix';
  return kinds.has('method') && kinds.size === 1 ? 'method' : 'path';
}
