/** §2.1, §5.8, §7.4: secrets in URLs, sessions, and writes under a Fraud flag. */
import { BoundedCache } from '../../bounded-cache.ts';
import { findFlagCategory } from '../../domain/flags.ts';
import { decode, getPath, getQuery } from '../../http/request-head.ts';
import { MIN_NEEDLE_LENGTH } from '../../redaction/text-search.ts';
import { parseUserRead } from '../user-read.ts';
import { findTokenSuffix, hadReceived, createMessageIf, toRespondedAt } from './client-exchange.ts';
import type { ClientExchange, RespondedAt, Watcher, Watchers } from './client-exchange.ts';

const MAX_TOKENS = 200;
const MAX_USERS = 1000;

export const sessionRules = {
  'session-of-another-client': () => (exchange) =>
    createMessageIf(
      exchange.mistake === 'sessionOfAnotherClient',
      exchange,
      'has a session token of another client',
    ),
  'rejected-token-reused': createRejectedTokenWatcher,
  'secret-in-url': () => (exchange) => {
    const secret = findSecretInUrl(exchange);
    return createMessageIf(secret !== undefined, exchange, `has ${secret} in its URL`);
  },
  'write-under-fraud': createFraudWriteWatcher,
} satisfies Watchers;

function createRejectedTokenWatcher(): Watcher {
  const rejected = new BoundedCache<string, RespondedAt>(MAX_TOKENS);
  return (exchange) => {
    const tokenSuffix = findTokenSuffix(exchange);
    if (tokenSuffix === undefined || exchange.outcome !== 'bearer') return undefined;
    const rejection = rejected.get(tokenSuffix);
    if (rejection === undefined) rejected.set(tokenSuffix, toRespondedAt(exchange));
    const isReused = rejection !== undefined && hadReceived(rejection, exchange);
    return createMessageIf(isReused, exchange, 'has a bearer token that was rejected before');
  };
}

/** Watches writes of a client that knows of a Fraud flag by a user read, or by an earlier refusal. */
function createFraudWriteWatcher(): Watcher {
  const fraudKnownAt = new BoundedCache<string, RespondedAt | undefined>(MAX_USERS);
  let lastUser = '';
  return (exchange) => {
    if (exchange.signedIn !== undefined && exchange.userId !== undefined) {
      lastUser = exchange.userId;
      fraudKnownAt.set(lastUser, undefined);
    }
    // Without a bearer token, a wallet is added to the user who signed in last (§4.3).
    const user = exchange.userId ?? lastUser;
    const userRead = exchange.outcome === 'accepted' ? parseUserRead(exchange) : undefined;
    if (userRead !== undefined) {
      const { dialect } = exchange.contract;
      const isFraud = userRead.flags.some((code) => findFlagCategory(code, dialect) === 'Fraud');
      const knownSince = fraudKnownAt.get(user) ?? toRespondedAt(exchange);
      fraudKnownAt.set(user, isFraud ? knownSince : undefined);
      return undefined;
    }
    if (exchange.outcome !== 'flagRestricts' || !isWrite(exchange)) return undefined;
    const knownAt = fraudKnownAt.get(user);
    if (knownAt === undefined) fraudKnownAt.set(user, toRespondedAt(exchange));
    const isKnown = knownAt !== undefined && hadReceived(knownAt, exchange);
    return createMessageIf(isKnown, exchange, 'was refused because of a flag that the client knew');
  };
}

/**
 * Returns whether a request writes to a signed-in user; an SMS send can add the phone number (§5.7). Sign-ins
 * do not count: before a sign-in, a client cannot know the flags.
 */
function isWrite({ operationId }: ClientExchange): boolean {
  return operationId === 'addWalletToUser' || operationId === 'sendSmsOtp';
}

/** A compact JWS with its signature (RFC 7515, section 7.1). */
const JWT = /(?:^|[^\w-])eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/;

/** Returns the kind of secret that the URL of a request contains; undefined if none. */
function findSecretInUrl({
  url,
  operationId,
  clients,
  contract,
}: ClientExchange): string | undefined {
  const query = getQuery(url);
  // The path of an operation is fixed: it cannot contain a secret.
  if (query === undefined && operationId !== undefined) return undefined;
  const text = decode(url);
  if (JWT.test(text)) return 'a session token';
  const segments = decode(getPath(url)).split('/');
  const values = [...segments, ...new URLSearchParams(query).values()].filter(Boolean);
  // A short secret must be a whole value, because a part could match by chance.
  const contains = (secret: string) =>
    secret.length >= MIN_NEEDLE_LENGTH ? text.includes(secret) : values.includes(secret);
  for (const { secret, accessToken } of clients.values()) {
    if (contains(secret)) return 'a client secret';
    if (contains(accessToken)) return 'an access token';
  }
  const { sms, email } = contract.dialect.otp;
  const isCode = (value: string) =>
    /^\d+$/.test(value) && (value.length === sms.codeLength || value.length === email.codeLength);
  return getPath(text).includes('/otp/') && values.some(isCode) ? 'a one-time password' : undefined;
}
