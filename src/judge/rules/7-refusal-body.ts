import { headerOf } from '../exchange.ts';
import type { ResponseRule } from '../rule.ts';
import { stackTraceIn } from '../stack-trace.ts';
import { violation } from '../violation.ts';

/** The words of an error hold a shorter secret by chance. */
const SHORTEST_SECRET = 12;

/** §7: an error shows neither a stack trace nor the secret of the client. */
export const refusalBody: ResponseRule = {
  blames: 'deployment',
  on: 'refused',
  check(exchange) {
    const { responseBody } = exchange;
    if (responseBody === undefined) return [];
    const language = stackTraceIn(JSON.stringify(responseBody));
    const secret = headerOf(exchange, 'service-client-secret') ?? '';
    const isLeaked =
      secret.length >= SHORTEST_SECRET &&
      textsIn(responseBody).some((text) => text.includes(secret));
    const pointer = '/body';
    const trace = { pointer, message: `contains a stack trace (${language})` };
    const leak = { pointer, message: 'contains the service-client-secret' };
    return [
      ...(language === null ? [] : [violation('response', '7.refusal.no-stack-trace', trace)]),
      ...(isLeaked ? [violation('response', '7.response.no-secret', leak)] : []),
    ];
  },
};

/** All texts in a body, at any depth. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(value, (name, inner: unknown) => {
    texts.push(name);
    if (typeof inner === 'string') texts.push(inner);
    return inner;
  });
  return texts;
}
