import { nearMissOf } from '../operation-of-request.ts';
import type { RequestRule } from '../rule.ts';
import { violation } from '../violation.ts';

/** §4, §9: a request that nearly fits an operation. The service has more than the interface shows (§1). */
export const nearlyAnOperation: RequestRule = {
  blames: 'client',
  check(exchange) {
    if (exchange.operationId !== undefined) return [];
    const nearMiss = nearMissOf(exchange, exchange.contract);
    if (nearMiss === undefined) return [];
    const { operation, method, path, differences } = nearMiss;
    const kinds = new Set(differences.map(({ kind }) => kind));
    const message = `is similar to ${operation}: ${method} ${path}`;
    if (kinds.has('method')) {
      // What else there is to do with a user is not shown (§1).
      if (operation === 'getUser') return [];
      return [violation('request', '4.method.post', { pointer: '/method', message })];
    }
    const elsewhere = kinds.has('missingPrefix') ? '9.path.v1' : '4.path.base-url';
    // Where a user is read is not shown (§4.8).
    const rule = operation === 'getUser' ? '4.8.path' : elsewhere;
    return [violation('request', rule, { pointer: '/path', message })];
  },
};
