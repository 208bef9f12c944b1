/**
 * Finds keys without effect in a deployment because of the values of other keys. Detection sets
 * them to their default; dialects that differ only in such keys are equal.
 */
import { needsSession } from '../../src/dialect/bearer-use.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { dialectKeys, getDialectValue } from '../../src/dialect/keys.ts';
import { getSuccessStatus } from '../../src/dialect/success-status.ts';
import { bearerOperations } from './bearer-findings.ts';

export interface IdleRule {
  readonly key: string;
  /** Keys that must be known to apply the rule. */
  readonly given: readonly string[];
  decidesNothing(dialect: Dialect): boolean;
}

export const idleRules: readonly IdleRule[] = [
  // §2.2: no wallet type is accepted.
  {
    key: 'wallet.types',
    given: ['wallet.variant'],
    decidesNothing: ({ wallet }) => wallet.variant === 'network',
  },
  // §2.2: only one field is accepted and returned.
  ...['wallet.crossVariant', 'wallet.emits'].map((key) => ({
    key,
    given: ['wallet.variant'],
    decidesNothing: ({ wallet }: Dialect) => wallet.variant !== 'either',
  })),
  {
    key: 'wallet.emits',
    given: ['user.names.wallets'],
    decidesNothing: ({ user }) => user.names.wallets === 'none',
  },
  // §2.2: no network can be sent.
  {
    key: 'wallet.identity',
    given: ['wallet.variant'],
    decidesNothing: ({ wallet }) => wallet.variant === 'type',
  },
  // §5.7: no operation needs a bearer token other than a session.
  {
    key: 'bearer.accepts',
    given: ['bearer.requiredOn', 'user.identifiedBy', 'identity.addWalletTarget'],
    decidesNothing: (dialect) =>
      dialect.bearer.requiredOn.every((operation) => needsSession(operation, dialect)),
  },
  // §5.7: a session is refused before it has an effect.
  {
    key: 'otp.sms.bearerSession',
    given: ['bearer.requiredOn', 'bearer.accepts'],
    decidesNothing: ({ bearer }) =>
      bearer.requiredOn.includes('sendSmsOtp') && !bearer.accepts.includes('session'),
  },
  // §5.7, §5.8: no operation accepts a session.
  {
    key: 'session.boundToClient',
    given: ['bearer.requiredOn', 'bearer.accepts', 'user.identifiedBy', 'identity.addWalletTarget'],
    decidesNothing: (dialect) => {
      const { accepts, requiredOn } = dialect.bearer;
      const sessionOperations = ['addWalletToUser', 'sendSmsOtp', 'getUser'] as const;
      return (
        !accepts.includes('session') &&
        !sessionOperations.some((operation) => needsSession(operation, dialect)) &&
        requiredOn.includes('addWalletToUser') &&
        requiredOn.includes('sendSmsOtp')
      );
    },
  },
  // §5.8: no user is read by session.
  {
    key: 'session.sentIn',
    given: ['user.identifiedBy'],
    decidesNothing: ({ user }) => user.identifiedBy !== 'bearerSession',
  },
  // §5.6: every identity is known, and no id is requested.
  {
    key: 'errors.status.identityUnknown',
    given: ['identity.unknown', 'user.identifiedBy'],
    decidesNothing: ({ identity, user }) =>
      identity.unknown === 'signUp' && user.identifiedBy === 'bearerSession',
  },
  // §4.3, §5.7: identities of other users can be taken over, or are never requested.
  {
    key: 'errors.status.identityTaken',
    given: ['wallet.addOwned', 'otp.sms.bearerSession'],
    decidesNothing: (dialect) => dialect.wallet.addOwned === 'accept' && !addsPhone(dialect),
  },
  // §2.7: the part does not exist, or the group of a flag is its category.
  {
    key: 'user.names.cryptoStatus',
    given: ['user.names.transactions'],
    decidesNothing: ({ user }) => user.names.transactions === 'none',
  },
  {
    key: 'user.names.category',
    given: ['user.flagsShape'],
    decidesNothing: ({ user }) => user.flagsShape === 'byCategory',
  },
  {
    key: 'flags.categoryNames',
    given: ['user.flagsShape', 'user.names.category'],
    decidesNothing: ({ user }) => user.flagsShape === 'list' && user.names.category === 'none',
  },
  // §7.2: there is no personal information to withhold.
  {
    key: 'flags.withhold',
    given: ['user.names.personalInformation'],
    decidesNothing: ({ user }) => user.names.personalInformation === 'none',
  },
  // §8: no send is refused.
  {
    key: 'errors.status.rateLimited',
    given: ['limits.sends'],
    decidesNothing: ({ limits }) => limits.sends === 'none',
  },
];

function addsPhone({ bearer, otp }: Dialect): boolean {
  const isRefused = bearer.requiredOn.includes('sendSmsOtp') && !bearer.accepts.includes('session');
  return otp.sms.bearerSession === 'addsPhone' && !isRefused;
}

const WRITES = ['addWallet', 'verifyWallet', 'addPhone', 'linkClient'] as const;

/** Returns the values of all keys in a canonical form. */
export function listObservableValues(dialect: Dialect): ReadonlyMap<string, unknown> {
  const said = canonicalize(dialect);
  return new Map(
    dialectKeys.map(({ key, default: byDefault }) => {
      const isIdle = idleRules.some((rule) => rule.key === key && rule.decidesNothing(said));
      return [key, isIdle ? byDefault : getDialectValue(said, key)];
    }),
  );
}

/**
 * Returns the canonical form of equivalent dialects:
 *
 * - An operation that always needs a session is not listed as one that needs a bearer token (§4.3, §4.8).
 * - If addToUser needs a bearer token and only sessions are accepted, the session always identifies the
 *   user: that is `identity.addWalletTarget: bearer`.
 * - A write that no request causes is not listed as one that a flag restricts (§7.4).
 * - Success statuses are one number if all operations have the same status.
 * - Lists are in the order of the schema.
 */
function canonicalize(dialect: Dialect): Dialect {
  const { bearer, identity, wallet } = dialect;
  const isIdentifiedBySession =
    bearer.requiredOn.includes('addWalletToUser') && !bearer.accepts.includes('client');
  const reported: Dialect = {
    ...dialect,
    identity: {
      ...identity,
      addWalletTarget: isIdentifiedBySession ? 'bearer' : identity.addWalletTarget,
    },
  };
  return {
    ...reported,
    bearer: {
      requiredOn: bearerOperations.filter(
        (operation) => bearer.requiredOn.includes(operation) && !needsSession(operation, reported),
      ),
      accepts: sortInOrder(['client', 'session'], bearer.accepts),
    },
    success: { status: collapseStatuses(dialect) },
    flags: {
      ...dialect.flags,
      fraudRestricts: sortInOrder(WRITES, dialect.flags.fraudRestricts).filter(
        (write) => write !== 'addPhone' || addsPhone(dialect),
      ),
    },
    wallet: {
      ...wallet,
      signature: { accepts: sortInOrder(['rsv', 'compact', 'highS'], wallet.signature.accepts) },
    },
  };
}

function collapseStatuses(dialect: Dialect): Dialect['success']['status'] {
  const byOperation = bearerOperations.map(
    (operation) => [operation, getSuccessStatus(operation, dialect)] as const,
  );
  const [first] = new Set(byOperation.map(([, status]) => status));
  const isOne = byOperation.every(([, status]) => status === first);
  // Each status was validated against the dialect.
  return (isOne ? first : Object.fromEntries(byOperation)) as Dialect['success']['status'];
}

function sortInOrder<T>(order: readonly T[], items: readonly T[]): readonly T[] {
  return order.filter((item) => items.includes(item));
}
