import { readPlacedSession } from '../../contract/wire/session-place.ts';
import { bearerUse } from '../../dialect/bearer-use.ts';
import { headerOf } from '../exchange.ts';
import type { RequestRule } from '../rule.ts';
import { violation } from '../violation.ts';

/** §5.2: the SMS send has a bearer token; for other operations the dialect decides (§5.7). */
export const bearer: RequestRule = {
  blames: 'client',
  check(exchange) {
    const { operationId, contract } = exchange;
    if (operationId === undefined || bearerUse(operationId, contract.dialect) !== 'required') {
      return [];
    }
    if (readPlacedSession(exchange.headers, contract.dialect) !== undefined) return [];
    if (/^bearer \S/i.test(headerOf(exchange, 'authorization') ?? '')) return [];
    const rule =
      operationId === 'sendSmsOtp'
        ? '2.1.authorization.bearer'
        : operationId === 'getUser'
          ? '4.8.parameters'
          : '5.7.bearer.other-calls';
    const pointer = '/headers/authorization';
    return [violation('request', rule, { pointer, message: 'must be Bearer <token>' })];
  },
};
