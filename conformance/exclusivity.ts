/** Decides which checks may run at the same time. */
import type { Dialect, OtpChannel } from '../src/dialect/dialect.ts';
import type { Check } from './define-check.ts';
import type { Exclusivity } from './scheduler.ts';
import type { RunContext } from './run-context.ts';
import { channels, listOtpOperations } from './actors/operations.ts';

/** Returns whether every check can use different users (§5.6, §4.3). */
export function canSeparateUsers(dialect: Dialect): boolean {
  return dialect.identity.unknown === 'signUp' && !addsToLastUser(dialect);
}

/** Returns whether a wallet is added to the user who signed in last, whatever the bearer token (§4.3). */
function addsToLastUser({ bearer, identity }: Dialect): boolean {
  const acceptsSession =
    !bearer.requiredOn.includes('addWalletToUser') || bearer.accepts.includes('session');
  return identity.addWalletTarget === 'bearerElseLast' && !acceptsSession;
}

/** Returns `alone`, or the channels that no concurrent check may use: a send could replace a code (§8). */
export function getExclusivity(
  check: Check,
  { knowledge, identities }: Pick<RunContext, 'knowledge' | 'identities'>,
): Exclusivity {
  if (check.exclusive === 'always') return 'alone';
  const mayMixUpUsers =
    check.exclusive === 'unlessSessionIdentifiesUser' && !knowledge.bearers.sessionIdentifiesUser;
  if (mayMixUpUsers) return 'alone';
  return identities.usesDeclaredDestinations ? listChannels(check) : [];
}

/** Returns the channels by which a check may send codes. */
function listChannels({ operation, usesOtherChannel }: Check): readonly OtpChannel[] {
  if (operation === null || operation === 'getUser' || usesOtherChannel) return channels;
  return channels.filter((channel) => listOtpOperations(channel).includes(operation));
}
