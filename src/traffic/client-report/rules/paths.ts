/** §4, §9: where calls go. */
import type { Difference, NearMiss } from '../../../contract/control-words.ts';
import { pathOf } from '../../../http/request-head.ts';
import { nearestOperation } from '../../broken-rules/near-miss.ts';
import { lineOf } from '../observed-call.ts';
import type { ObservedCall } from '../observed-call.ts';
import { each } from '../rule.ts';
import type { Watchers } from '../rule.ts';

/** What a call that almost fits an operation has wrong. */
type WrongPart = 'prefix' | 'method' | 'path';

export const pathRules = {
  'path-unknown': each((call) => found(call, 'path')),
  'prefix-missing': each((call) => found(call, 'prefix')),
  'method-wrong': each((call) => found(call, 'method')),
} satisfies Watchers;

/** Methods by which tools look around; a browser asks for /favicon.ico, which is near nothing. */
const LOOKING: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'TRACE']);

function found(call: ObservedCall, wanted: WrongPart): string | undefined {
  const { outcome, method, contract, url } = call;
  if ((outcome !== 'notFound' && outcome !== 'method') || LOOKING.has(method)) return undefined;
  const miss = nearestOperation(contract.operations, method, pathOf(url));
  if (miss === undefined || wrongPartOf(miss) !== wanted) return undefined;
  const hints = miss.differences.map(({ message }) => message).join(' ');
  return `${lineOf(call)} is almost ${miss.method} ${miss.path}. ${hints}`;
}

function wrongPartOf({ differences }: NearMiss): WrongPart {
  const kinds = new Set<Difference['kind']>(differences.map(({ kind }) => kind));
  if (kinds.has('missingPrefix')) return 'prefix';
  return kinds.has('method') && kinds.size === 1 ? 'method' : 'path';
}
