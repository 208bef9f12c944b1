/** §2.1, §5.1, §5.2: what goes with every call. */
import { acceptsJson } from '../../../http/accepts-json.ts';
import { bearerOf, hasBody, headerOf, lineOf, takesWallet } from '../observed-call.ts';
import type { ObservedCall } from '../observed-call.ts';
import { each } from '../rule.ts';
import type { Watchers } from '../rule.ts';

export const headerRules = {
  'client-headers-missing': each((call) => {
    if (call.outcome !== 'clientCredentials') return undefined;
    const missing = missingHeaders(call);
    return missing.length === 0 ? undefined : `${lineOf(call)} has no ${missing.join(' and no ')}.`;
  }),

  'client-credentials-wrong': each((call) =>
    call.outcome === 'clientCredentials' && missingHeaders(call).length === 0
      ? `${lineOf(call)} was refused for its client id and secret.`
      : undefined,
  ),

  'content-type-wrong': each((call) => {
    if (call.operationId === undefined || !hasBody(call)) return undefined;
    const given = headerOf(call, 'content-type');
    if (/^\s*application\/json\s*(?:;|$)/i.test(given ?? '')) return undefined;
    return `${lineOf(call)} has a body and ${given === undefined ? 'no Content-Type' : 'another Content-Type'}.`;
  }),

  'accept-wrong': each((call) => {
    if (call.operationId === undefined) return undefined;
    const accept = headerOf(call, 'accept');
    // §4.1 to §4.3 list the header; for the other calls only one that shuts JSON out is wrong.
    if (accept === undefined) {
      return takesWallet(call) ? `${lineOf(call)} has no Accept.` : undefined;
    }
    return acceptsJson(accept) ? undefined : `${lineOf(call)} accepts everything but JSON.`;
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
        : `${lineOf(call)} has an Authorization that is not Bearer and a token.`;
    }
    // A session that has expired since is for the user to mend.
    return bearer.startsWith('eyJ') ? undefined : `${lineOf(call)} was refused for its bearer.`;
  }),
} satisfies Watchers;

function missingHeaders(call: ObservedCall): readonly string[] {
  return ['service-client-id', 'service-client-secret'].filter(
    (name) => headerOf(call, name) === undefined,
  );
}
