/** The user read: its names, its envelope, the shape of its flags (§4.8, §2.7). */
import type { Dialect } from '../../dialect/dialect.ts';
import type { UserObject } from '../words.ts';
import type { WireRequest, WrittenRequest } from './request-parts.ts';
import { requiredTextAt } from './request-parts.ts';
import { writeShownWallet } from './wallet-identity.ts';

/** The key of flags without a category, if flags are grouped by category. The name is ours. */
export const UNCATEGORISED = 'uncategorized';

/** The word for a part, or an envelope, that a deployment has not. */
const NONE = 'none';

/** Reads the id of the user; null if the session in the bearer token identifies the user. */
export function readUserId({ query, headers }: WireRequest, dialect: Dialect): string | null {
  const { identifiedBy } = dialect.user;
  if (identifiedBy === 'bearerSession') return null;
  return 'query' in identifiedBy
    ? requiredTextAt(query, identifiedBy.query)
    : requiredTextAt(headers, identifiedBy.header.toLowerCase());
}

/** Writes the request of a user read; it names no user if the session does. */
export function writeUserId(userId: string | null, dialect: Dialect): WrittenRequest {
  const { identifiedBy } = dialect.user;
  const nothing = { body: undefined, query: {}, headers: {} };
  if (identifiedBy === 'bearerSession') return nothing;
  return 'query' in identifiedBy
    ? { ...nothing, query: { [identifiedBy.query]: userId ?? '' } }
    : { ...nothing, headers: { [identifiedBy.header.toLowerCase()]: userId ?? '' } };
}

/** Writes the user object; returns it unchanged if the dialect has the same format. */
export function writeUser(user: UserObject, dialect: Dialect): unknown {
  const written = hasCanonicalWords(dialect) ? user : inWordsOf(user, dialect);
  const { envelope } = dialect.user;
  return envelope === NONE ? written : { [envelope]: written };
}

function inWordsOf(user: UserObject, dialect: Dialect): unknown {
  const { names } = dialect.user;
  return {
    id: user.id,
    createTime: user.createTime,
    updateTime: user.updateTime,
    ...part('phoneMask', user.phoneMask),
    ...part('emailMask', user.emailMask),
    ...part(names.kyc, user.kyc),
    ...part(names.flags, writeFlags(user.flags, dialect)),
    ...part(names.personalInformation, user.personalInformation),
    ...part(
      names.wallets,
      user.wallets.map((wallet) => writeShownWallet(wallet, dialect)),
    ),
    ...part(
      names.transactions,
      user.transactions.map(({ cryptoStatus, ...transaction }) => ({
        ...transaction,
        [names.cryptoStatus]: cryptoStatus,
      })),
    ),
  };
}

function writeFlags(flags: UserObject['flags'], dialect: Dialect): unknown {
  const { names, flagsShape } = dialect.user;
  const { categoryNames } = dialect.flags;
  if (flagsShape === 'list') {
    return flags.map(({ code, category }) => ({
      [names.code]: code,
      ...part(names.category, category === undefined ? undefined : categoryNames[category]),
    }));
  }
  // Two categories may have one word: their flags share a list then.
  const lists = new Map<string, object[]>(Object.values(categoryNames).map((name) => [name, []]));
  for (const { code, category } of flags) {
    const name = category === undefined ? UNCATEGORISED : categoryNames[category];
    lists.set(name, [...(lists.get(name) ?? []), { [names.code]: code }]);
  }
  return Object.fromEntries(lists);
}

/** A property, unless there is no value or the deployment has no such part. */
function part(name: string, value: unknown): object {
  return name === NONE || value === undefined ? {} : { [name]: value };
}

const canonical = new WeakMap<Dialect, boolean>();

/** Whether the dialect words the user object as the default one does; found out once for each. */
function hasCanonicalWords(dialect: Dialect): boolean {
  const known = canonical.get(dialect);
  if (known !== undefined) return known;
  const { names, flagsShape } = dialect.user;
  const words = { ...names, ...dialect.flags.categoryNames };
  const same =
    flagsShape === 'list' &&
    dialect.wallet.emits === 'asReceived' &&
    Object.entries(words).every(([word, name]) => word === name);
  canonical.set(dialect, same);
  return same;
}
