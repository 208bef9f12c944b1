/** Defines which keys have no effect on a deployment, and normalizes equivalent dialects to equal values. */
import { needsSession } from '../../src/dialect/bearer-use.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { dialectKeys, getDialectValue } from '../../src/dialect/keys.ts';
import { normalizeValues } from '../../src/dialect/normalize.ts';

export interface InapplicabilityRule {
  readonly key: string;
  /** Keys that must be known to apply the rule. */
  readonly requiredKeys: readonly string[];
  makesInapplicable(dialect: Dialect): boolean;
}

export const inapplicabilityRules: readonly InapplicabilityRule[] = [
  // §2.2: no wallet type is accepted.
  {
    key: 'wallet.types',
    requiredKeys: ['wallet.variant'],
    makesInapplicable: ({ wallet }) => wallet.variant === 'network',
  },
  // §2.2: only one field is accepted and returned.
  ...['wallet.crossVariant', 'wallet.emits'].map((key) => ({
    key,
    requiredKeys: ['wallet.variant'],
    makesInapplicable: ({ wallet }: Dialect) => wallet.variant !== 'either',
  })),
  {
    key: 'wallet.emits',
    requiredKeys: ['user.names.wallets'],
    makesInapplicable: ({ user }) => user.names.wallets === 'none',
  },
  // §2.2: no network can be sent.
  {
    key: 'wallet.identity',
    requiredKeys: ['wallet.variant'],
    makesInapplicable: ({ wallet }) => wallet.variant === 'type',
  },
  // §5.7: no operation needs a bearer token other than a session.
  {
    key: 'bearer.accepts',
    requiredKeys: ['bearer.requiredOn', 'user.identifiedBy', 'identity.addWalletTarget'],
    makesInapplicable: (dialect) =>
      dialect.bearer.requiredOn.every((operation) => needsSession(operation, dialect)),
  },
  // §5.7: a session is refused before it has an effect.
  {
    key: 'otp.sms.bearerSession',
    requiredKeys: ['bearer.requiredOn', 'bearer.accepts'],
    makesInapplicable: ({ bearer }) =>
      bearer.requiredOn.includes('sendSmsOtp') && !bearer.accepts.includes('session'),
  },
  // §5.7, §5.8: no operation accepts a session.
  {
    key: 'session.boundToClient',
    requiredKeys: [
      'bearer.requiredOn',
      'bearer.accepts',
      'user.identifiedBy',
      'identity.addWalletTarget',
    ],
    makesInapplicable: (dialect) => {
      const { accepts, requiredOn } = dialect.bearer;
      // An operation that requires no token accepts any token, also a session.
      const areTokensRequired =
        requiredOn.includes('addWalletToUser') && requiredOn.includes('sendSmsOtp');
      const operations = ['addWalletToUser', 'sendSmsOtp', 'getUser'] as const;
      const isSessionNeeded = operations.some((operation) => needsSession(operation, dialect));
      return areTokensRequired && !isSessionNeeded && !accepts.includes('session');
    },
  },
  // §5.8: no user is read by session.
  {
    key: 'session.sentIn',
    requiredKeys: ['user.identifiedBy'],
    makesInapplicable: ({ user }) => user.identifiedBy !== 'bearerSession',
  },
  // §5.6: every identity is known, and no id is requested.
  {
    key: 'errors.status.identityUnknown',
    requiredKeys: ['identity.unknown', 'user.identifiedBy'],
    makesInapplicable: ({ identity, user }) =>
      identity.unknown === 'signUp' && user.identifiedBy === 'bearerSession',
  },
  // §4.3, §5.7: a wallet of another user can be added, and a send never adds a phone number.
  {
    key: 'errors.status.identityTaken',
    requiredKeys: ['wallet.addOwned', 'otp.sms.bearerSession'],
    makesInapplicable: (dialect) => dialect.wallet.addOwned === 'accept' && !addsPhone(dialect),
  },
  // §2.7: the part does not exist, or the group of a flag is its category.
  {
    key: 'user.names.cryptoStatus',
    requiredKeys: ['user.names.transactions'],
    makesInapplicable: ({ user }) => user.names.transactions === 'none',
  },
  {
    key: 'user.names.category',
    requiredKeys: ['user.flagsShape'],
    makesInapplicable: ({ user }) => user.flagsShape === 'byCategory',
  },
  {
    key: 'flags.categoryNames',
    requiredKeys: ['user.flagsShape', 'user.names.category'],
    makesInapplicable: ({ user }) => user.flagsShape === 'list' && user.names.category === 'none',
  },
  // §7.2: there is no personal information to withhold.
  {
    key: 'flags.withhold',
    requiredKeys: ['user.names.personalInformation'],
    makesInapplicable: ({ user }) => user.names.personalInformation === 'none',
  },
  // §8: no send is refused.
  {
    key: 'errors.status.rateLimited',
    requiredKeys: ['limits.sends'],
    makesInapplicable: ({ limits }) => limits.sends === 'none',
  },
];

/** Returns whether a send with the session of a user adds the number to the user. */
export function addsPhone({ bearer, otp }: Dialect): boolean {
  const isRefused = bearer.requiredOn.includes('sendSmsOtp') && !bearer.accepts.includes('session');
  return otp.sms.bearerSession === 'addsPhone' && !isRefused;
}

/** Returns the values of all keys; equivalent dialects have the same values. */
export function listObservableValues(dialect: Dialect): ReadonlyMap<string, unknown> {
  const canonical = canonicalize(dialect);
  return new Map(
    dialectKeys.map(({ key, default: defaultValue }) => {
      const isInapplicable = inapplicabilityRules.some(
        (rule) => rule.key === key && rule.makesInapplicable(canonical),
      );
      return [key, isInapplicable ? defaultValue : getDialectValue(canonical, key)];
    }),
  );
}

/**
 * Returns the canonical form of equivalent dialects. Each value is normalized, and:
 *
 * - An operation that always needs a session is not listed as one that needs a bearer token (§4.3, §4.8).
 * - If addToUser needs a bearer token and only sessions are accepted, the session always identifies the
 *   user: that is `identity.addWalletTarget: bearer`.
 * - A write that no request causes is not listed as one that a flag restricts (§7.4).
 */
function canonicalize(givenDialect: Dialect): Dialect {
  // A complete dialect stays complete.
  const dialect = normalizeValues(givenDialect) as Dialect;
  const { bearer, flags, identity } = dialect;
  const isIdentifiedBySession =
    bearer.requiredOn.includes('addWalletToUser') && !bearer.accepts.includes('client');
  const withAddTarget: Dialect = {
    ...dialect,
    identity: {
      ...identity,
      addWalletTarget: isIdentifiedBySession ? 'bearer' : identity.addWalletTarget,
    },
  };
  return {
    ...withAddTarget,
    bearer: {
      ...bearer,
      requiredOn: bearer.requiredOn.filter((operation) => !needsSession(operation, withAddTarget)),
    },
    flags: {
      ...flags,
      fraudRestricts: flags.fraudRestricts.filter(
        (write) => write !== 'addPhone' || addsPhone(dialect),
      ),
    },
  };
}
