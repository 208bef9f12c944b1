import { cryptoStatuses, kycStatuses } from '../contract/closed-lists.gen.ts';
import type { CryptoStatus, KycStatus } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { listEnvelopes } from '../dialect/envelope.ts';
import { getProperty } from '../documents/json-object.ts';
import type { Exchange } from './exchange.ts';
import { toList, findText } from './body-fields.ts';

/** The members of a user read, independent of the names in the dialect (§2.7, §4.8). */
export interface UserRead {
  readonly id: string | undefined;
  readonly updateTime: string | undefined;
  /** Codes of flags. */
  readonly flags: readonly string[];
  readonly kycStatus: KycStatus | undefined;
  readonly cryptoStatuses: readonly CryptoStatus[];
}

/** Returns the user read in an exchange; undefined for another operation, or without a response body. */
export function parseUserRead({
  operationId,
  responseBody,
  contract,
}: Pick<Exchange, 'operationId' | 'responseBody' | 'contract'>): UserRead | undefined {
  if (operationId !== 'getUser' || responseBody === undefined) return undefined;
  const { names } = contract.dialect.user;
  const user = findUserObject(responseBody, contract.dialect);
  return {
    id: findText(user, 'id'),
    updateTime: findText(user, 'updateTime'),
    flags: listFlags(getProperty(user, names.flags)).flatMap(
      (flag) => findText(flag, names.code) ?? [],
    ),
    kycStatus: findWord(kycStatuses, getProperty(getProperty(user, names.kyc), 'status')),
    cryptoStatuses: toList(getProperty(user, names.transactions)).flatMap(
      (transaction) => findWord(cryptoStatuses, getProperty(transaction, names.cryptoStatus)) ?? [],
    ),
  };
}

export function findUserObject(body: unknown, dialect: Dialect): unknown {
  return listEnvelopes(dialect).reduce(getProperty, body);
}

/** Returns the flags of a list, or of lists by category (dialect: user.flagsShape). */
export function listFlags(flags: unknown): readonly unknown[] {
  if (typeof flags !== 'object' || flags === null || Array.isArray(flags)) return toList(flags);
  return Object.values(flags).flatMap(toList);
}

function findWord<Word>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}
