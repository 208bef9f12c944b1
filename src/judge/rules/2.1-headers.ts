import { operationRequirements } from '../../contract/requirement-ids.gen.ts';
import { acceptsJson } from '../../http/accepts-json.ts';
import { headerOf, type Exchange } from '../exchange.ts';
import type { RequestRule } from '../rule.ts';
import { violation } from '../violation.ts';

export const ACCEPT = '/headers/accept';

/** §2.1: Accept allows JSON, and Content-Type says that a body is JSON. */
export const contentHeaders: RequestRule = {
  blames: 'client',
  check(exchange) {
    const { operationId, body } = exchange;
    if (operationId === undefined) return [];
    // §4.1 to §4.3 list the header; for the others the interface does not define the behaviour.
    const { headers } = operationRequirements[operationId];
    const rule = operationId.includes('Wallet') ? headers : undefined;
    const pointer = ACCEPT;
    const message = 'must allow application/json';
    return [
      ...(rejectsJson(exchange)
        ? [violation('request', rule ?? '2.1.accept.other', { pointer, message })]
        : []),
      ...(body === undefined || isLabelledJson(exchange) ? [] : [UNLABELLED]),
    ];
  },
};

const UNLABELLED = violation('request', '2.1.content-type.json-accepted', {
  pointer: '/headers/content-type',
  message: 'must be application/json',
});

/** Returns whether a request has an Accept header that allows everything but JSON. */
export function rejectsJson(exchange: Pick<Exchange, 'headers'>): boolean {
  const accept = headerOf(exchange, 'accept');
  return accept !== undefined && !acceptsJson(accept);
}

/** Returns whether the Content-Type of a request is application/json. */
export function isLabelledJson(exchange: Pick<Exchange, 'headers'>): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(headerOf(exchange, 'content-type') ?? '');
}
