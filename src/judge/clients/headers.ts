/** §2.1, §5.1, §5.2: what goes with every request. */
import { bearerOf, hasBody, lineOf, takesWallet } from './observed-exchange.ts';
import { each } from './client-rule.ts';
import { headerOf } from '../exchange.ts';
import { isLabelledJson, rejectsJson } from '../rules/2.1-headers.ts';
import { missingCredentials } from '../rules/5.1-credentials.ts';
import type { Watchers } from './client-rule.ts';

export const headerRules = {
  'client-headers-missing': each((call) => {
    if (call.outcome !== 'clientCredentials') return undefined;
    const missing = missingCredentials(call);
    return missing.length === 0 ? undefined : `${lineOf(call)} has no ${missing.join(' and no ')}.`;
  }),

  'client-credentials-wrong': each((call) =>
    call.outcome === 'clientCredentials' && missingCredentials(call).length === 0
      ? `${lineOf(call)} was rejected because of its client id and secret.`
      : undefined,
  ),

  'content-type-wrong': each((call) => {
    if (call.operationId === undefined || !hasBody(call)) return undefined;
    if (isLabelledJson(call)) return undefined;
    const given = headerOf(call, 'content-type');
    return `${lineOf(call)} has a body and ${given === undefined ? 'no Content-Type' : 'another Content-Type'}.`;
  }),

  'accept-wrong': each((call) => {
    if (call.operationId === undefined) return undefined;
    // §4.1 to §4.3 list the header; for the other operations only one that excludes JSON is wrong.
    if (headerOf(call, 'accept') === undefined) {
      return takesWallet(call) ? `${lineOf(call)} has no Accept.` : undefined;
    }
    return rejectsJson(call)
      ? `${lineOf(call)} has an Accept header that excludes JSON.`
      : undefined;
  }),

  'sms-bearer-missing': each((call) =>
    call.operationId === 'sendSmsOtp' && headerOf(call, 'authorization') === undefined
      ? `${lineOf(call)} has no Authorization.`
      : undefined,
  ),

  'sms-bearer-wrong': each((call) => {
    if (call.operationId !== 'sendSmsOtp' || call.outcome !== 'bearer') return undefined;
    const bearer = bearerOf(call);
    if (bearer === undefined) {
      return headerOf(call, 'authorization') === undefined
        ? undefined
        : `${lineOf(call)} has an Authorization header other than Bearer <token>.`;
    }
    // An expired session is not a mistake of the client.
    return bearer.startsWith('eyJ')
      ? undefined
      : `${lineOf(call)} was rejected because of its bearer token.`;
  }),
} satisfies Watchers;
