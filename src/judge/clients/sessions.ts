/** §2.1, §5.8, §7.4: secrets, sessions, and what a session may do. */
import { BoundedCache } from '../../bounded-cache.ts';
import { flagCategory } from '../../domain/flags.ts';
import { respondedAt, bearerOf, knew, lineOf } from './observed-exchange.ts';
import type { RespondedAt, ObservedExchange } from './observed-exchange.ts';
import { each } from './client-rule.ts';
import type { Watcher, Watchers } from './client-rule.ts';
import { secretInUrl } from './secret-in-url.ts';
import { userShown } from '../user-shown.ts';

/** Bearers, and users, that a client is watched for at a time. */
const MAX_TOKENS = 200;
const MAX_USERS = 1000;

export const sessionRules = {
  'session-of-another-client': each((exchange) =>
    exchange.slip === 'sessionOfAnotherClient'
      ? `${lineOf(exchange)} has a session token of another client.`
      : undefined,
  ),
  'rejected-token-reused': refusedBearerSentAgain,
  'secret-in-url': each((exchange) => {
    const secret = secretInUrl(exchange);
    return secret && `${exchange.method}: the URL contains ${secret}.`;
  }),
  'write-under-fraud': writeUnderFraud,
} satisfies Watchers;

function refusedBearerSentAgain(): Watcher {
  const refused = new BoundedCache<string, RespondedAt>(MAX_TOKENS);
  return (exchange) => {
    const bearer = bearerOf(exchange);
    if (bearer === undefined || exchange.outcome !== 'bearer') return undefined;
    // The end of a token identifies it and cannot be used to sign in.
    const name = bearer.slice(-24);
    const known = refused.get(name);
    if (known === undefined) refused.set(name, respondedAt(exchange));
    return known !== undefined && knew(known, exchange)
      ? `${lineOf(exchange)} has a bearer token that was rejected before.`
      : undefined;
  };
}

/**
 * A first refusal may be how a client learns of the flag, unless it has read it already. A read
 * without such a flag, and another sign-in, begin anew.
 */
function writeUnderFraud(): Watcher {
  const knownSince = new BoundedCache<string, RespondedAt | undefined>(MAX_USERS);
  let lastUser = '';
  return (exchange) => {
    if (exchange.signedIn !== undefined && exchange.userId !== undefined) {
      lastUser = exchange.userId;
      knownSince.set(lastUser, undefined);
    }
    // Without a bearer token, a wallet is added to the user who signed in last (§4.3).
    const user = exchange.userId ?? lastUser;
    const shown = exchange.outcome === 'accepted' ? userShown(exchange) : undefined;
    if (shown !== undefined) {
      const { dialect } = exchange.contract;
      const isFraud = shown.flags.some((code) => flagCategory(code, dialect) === 'Fraud');
      knownSince.set(user, isFraud ? (knownSince.get(user) ?? respondedAt(exchange)) : undefined);
      return undefined;
    }
    if (exchange.outcome !== 'flagRestricts' || !isWrite(exchange)) return undefined;
    const known = knownSince.get(user);
    if (known === undefined) knownSince.set(user, respondedAt(exchange));
    return known !== undefined && knew(known, exchange)
      ? `${lineOf(exchange)} was refused because of a flag that the client had read.`
      : undefined;
  };
}

/** Before a sign-in a client can't know whose flags there are. */
function isWrite({ operationId }: ObservedExchange): boolean {
  return operationId === 'addWalletToUser' || operationId === 'sendSmsOtp';
}
