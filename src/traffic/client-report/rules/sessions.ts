/** §2.1, §5.8, §7.4: secrets, sessions, and what a session may do. */
import { BoundedCache } from '../../../bounded-cache.ts';
import { flagCategory } from '../../../domain/flags.ts';
import { bearerOf, lineOf } from '../observed-call.ts';
import type { ObservedCall } from '../observed-call.ts';
import { each } from '../rule.ts';
import type { Watcher, Watchers } from '../rule.ts';
import { secretInUrl } from '../secret-in-url.ts';
import { userShown } from '../user-shown.ts';

/** Bearers, and users, that a client is watched for at a time. */
const MOST_BEARERS = 200;
const MOST_USERS = 1000;

export const sessionRules = {
  'session-of-another-client': each((call) =>
    call.slip === 'sessionOfAnotherClient'
      ? `${lineOf(call)} has the session of another client.`
      : undefined,
  ),
  'refused-bearer-sent-again': refusedBearerSentAgain,
  'secret-in-url': each((call) => {
    const secret = secretInUrl(call);
    return secret && `${call.method}: ${secret} stands in the URL.`;
  }),
  'write-under-fraud': writeUnderFraud,
} satisfies Watchers;

function refusedBearerSentAgain(): Watcher {
  const refused = new BoundedCache<string, number>(MOST_BEARERS);
  return (call) => {
    const bearer = bearerOf(call);
    if (bearer === undefined || call.outcome !== 'bearer') return undefined;
    // The end tells tokens apart and is nothing that anybody could use.
    const name = bearer.slice(-24);
    const known = refused.get(name);
    if (known === undefined) refused.set(name, call.ended);
    return known !== undefined && known < call.began
      ? `${lineOf(call)} has a bearer that was refused before.`
      : undefined;
  };
}

/**
 * A first refusal may be how a client learns of the flag, unless it has read it already. What a read
 * shows without such a flag forgets both.
 */
function writeUnderFraud(): Watcher {
  const knownSince = new BoundedCache<string, number>(MOST_USERS);
  let lastUser = '';
  return (call) => {
    if (call.signedIn !== undefined) lastUser = call.userId ?? lastUser;
    // Without a bearer a wallet is added to the user who was signed in last (§4.3).
    const user = call.userId ?? lastUser;
    const shown = call.outcome === 'accepted' ? userShown(call) : undefined;
    if (shown !== undefined) {
      const { dialect } = call.contract;
      const isFraud = shown.flags.some((code) => flagCategory(code, dialect) === 'Fraud');
      knownSince.set(user, isFraud ? Math.min(knownSince.get(user) ?? call.ended, call.ended) : Infinity);
      return undefined;
    }
    if (call.outcome !== 'flagRestricts' || !isWrite(call)) return undefined;
    const known = knownSince.get(user) ?? Infinity;
    if (known === Infinity) knownSince.set(user, call.ended);
    return known < call.began
      ? `${lineOf(call)} was refused for a flag that the client knew of.`
      : undefined;
  };
}

/** Before a sign-in a client can't know whose flags there are. */
function isWrite({ operationId }: ObservedCall): boolean {
  return operationId === 'addWalletToUser' || operationId === 'sendSmsOtp';
}
