/** §2.1, §5.1, §5.2: what goes with every request. */
import { bearerOf, hasBody, lineOf, takesWallet } from './observed-exchange.ts';
import { each } from './client-rule.ts';
import { headerOf } from '../exchange.ts';
import { isLabelledJson, rejectsJson } from '../rules/2.1-headers.ts';
import { missingCredentials } from '../rules/5.1-credentials.ts';
import type { Watchers } from './client-rule.ts';

export const headerRules = {
  'client-headers-missing': each((exchange) => {
    if (exchange.outcome !== 'clientCredentials') return undefined;
    const missing = missingCredentials(exchange);
    return missing.length === 0
      ? undefined
      : `${lineOf(exchange)} has no ${missing.join(' and no ')}.`;
  }),

  'client-credentials-wrong': each((exchange) =>
    exchange.outcome === 'clientCredentials' && missingCredentials(exchange).length === 0
      ? `${lineOf(exchange)} was rejected because of its client id and secret.`
      : undefined,
  ),

  'content-type-wrong': each((exchange) => {
    if (exchange.operationId === undefined || !hasBody(exchange)) return undefined;
    if (isLabelledJson(exchange)) return undefined;
    const given = headerOf(exchange, 'content-type');
    return `${lineOf(exchange)} has a body and ${given === undefined ? 'no Content-Type' : 'another Content-Type'}.`;
  }),

  'accept-wrong': each((exchange) => {
    if (exchange.operationId === undefined) return undefined;
    // §4.1 to §4.3 list the header; for other operations only a value that excludes JSON is invalid.
    if (headerOf(exchange, 'accept') === undefined) {
      return takesWallet(exchange) ? `${lineOf(exchange)} has no Accept.` : undefined;
    }
    return rejectsJson(exchange)
      ? `${lineOf(exchange)} has an Accept header that excludes JSON.`
      : undefined;
  }),

  'sms-bearer-missing': each((exchange) =>
    exchange.operationId === 'sendSmsOtp' && headerOf(exchange, 'authorization') === undefined
      ? `${lineOf(exchange)} has no Authorization.`
      : undefined,
  ),

  'sms-bearer-wrong': each((exchange) => {
    if (exchange.operationId !== 'sendSmsOtp' || exchange.outcome !== 'bearer') return undefined;
    const bearer = bearerOf(exchange);
    if (bearer === undefined) {
      return headerOf(exchange, 'authorization') === undefined
        ? undefined
        : `${lineOf(exchange)} has an Authorization header other than Bearer <token>.`;
    }
    // An expired session is not a mistake of the client.
    return bearer.startsWith('eyJ')
      ? undefined
      : `${lineOf(exchange)} was rejected because of its bearer token.`;
  }),
} satisfies Watchers;
