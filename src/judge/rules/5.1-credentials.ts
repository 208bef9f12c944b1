import { operationRequirements } from '../../contract/requirement-ids.gen.ts';
import { headerOf, type Exchange } from '../exchange.ts';
import type { RequestRule } from '../rule.ts';
import { violation } from '../violation.ts';

const CREDENTIALS = ['service-client-id', 'service-client-secret'] as const;

/** §5.1: every request carries id and secret of the client. */
export const clientCredentials: RequestRule = {
  blames: 'client',
  check(exchange) {
    const { operationId } = exchange;
    if (operationId === undefined) return [];
    const { headers } = operationRequirements[operationId];
    return missingCredentials(exchange).map((name) =>
      violation('request', headers ?? `2.1.${name}.header`, {
        pointer: `/headers/${name}`,
        message: 'is required',
        kind: 'missing',
      }),
    );
  },
};

/** Returns the headers of the client credentials that a request does not have. */
export function missingCredentials(exchange: Pick<Exchange, 'headers'>) {
  return CREDENTIALS.filter((name) => (headerOf(exchange, name) ?? '') === '');
}
