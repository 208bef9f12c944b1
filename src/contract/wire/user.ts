/** Reads and writes requests and responses of the user read as the dialect defines them (§4.8, §2.7). */
import type { Dialect } from '../../dialect/dialect.ts';
import { listEnvelopes } from '../../dialect/envelope.ts';
import { UNCATEGORIZED } from '../../domain/flags.ts';
import type { UserObject } from '../types.ts';
import { getText, type WireRequest, type WrittenRequest } from './request-parts.ts';
import { writeUserWallet } from './wallet-identity.ts';

/** The dialect value for a part of the user object that a deployment does not have. */
const NONE = 'none';

export interface UserIdPlace {
  readonly in: 'query' | 'header';
  readonly name: string;
}

/** Returns where a request names the user to read (`user.identifiedBy`); undefined if the session does. */
export function getUserIdPlace({ user: { identifiedBy } }: Dialect): UserIdPlace | undefined {
  if (identifiedBy === 'bearerSession') return undefined;
  return 'query' in identifiedBy
    ? { in: 'query', name: identifiedBy.query }
    : { in: 'header', name: identifiedBy.header };
}

/** Reads the id of the user; null if the session identifies the user. */
export function readUserId({ query, headers }: WireRequest, dialect: Dialect): string | null {
  const place = getUserIdPlace(dialect);
  if (place === undefined) return null;
  return place.in === 'query'
    ? getText(query, place.name)
    : getText(headers, place.name.toLowerCase());
}

/** Writes the request of a user read, without user id if the session identifies the user. */
export function writeUserId(userId: string | null, dialect: Dialect): WrittenRequest {
  const place = getUserIdPlace(dialect);
  const id = userId ?? '';
  return {
    body: undefined,
    query: place?.in === 'query' ? { [place.name]: id } : {},
    headers: place?.in === 'header' ? { [place.name.toLowerCase()]: id } : {},
  };
}

/** Writes the user object with the names, the envelope and the shape of flags of the dialect. */
export function writeUser(user: UserObject, dialect: Dialect): unknown {
  const written = hasDefaultFormat(dialect) ? user : renameParts(user, dialect);
  // The envelopes `data`, `user` produce `{data: {user: written}}`.
  return listEnvelopes(dialect).reduceRight<unknown>((inner, name) => ({ [name]: inner }), written);
}

function renameParts(user: UserObject, dialect: Dialect): unknown {
  const { names } = dialect.user;
  return {
    id: user.id,
    createTime: user.createTime,
    updateTime: user.updateTime,
    ...toProperty('phoneMask', user.phoneMask),
    ...toProperty('emailMask', user.emailMask),
    ...toProperty(names.kyc, user.kyc),
    ...toProperty(names.flags, writeFlags(user.flags, dialect)),
    ...toProperty(names.personalInformation, user.personalInformation),
    ...toProperty(
      names.wallets,
      user.wallets.map((wallet) => writeUserWallet(wallet, dialect)),
    ),
    ...toProperty(
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
      ...toProperty(names.category, category === undefined ? undefined : categoryNames[category]),
    }));
  }
  const lists = new Map<string, object[]>(Object.values(categoryNames).map((name) => [name, []]));
  for (const { code, category } of flags) {
    const name = category === undefined ? UNCATEGORIZED : categoryNames[category];
    lists.set(name, [...(lists.get(name) ?? []), { [names.code]: code }]);
  }
  return Object.fromEntries(lists);
}

/** Returns `{[name]: value}`; `{}` for an undefined value, or if the deployment does not have this part. */
function toProperty(name: string, value: unknown): object {
  return name === NONE || value === undefined ? {} : { [name]: value };
}

/** Returns whether the dialect has the default format of the user object, apart from the envelope. */
function hasDefaultFormat({ user: { names, flagsShape }, flags, wallet }: Dialect): boolean {
  return (
    flagsShape === 'list' &&
    wallet.emits === 'asReceived' &&
    Object.entries({ ...names, ...flags.categoryNames }).every(([part, name]) => part === name)
  );
}
