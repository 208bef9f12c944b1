import { cryptoStatuses, kycStatuses } from '../contract/closed-lists.gen.ts';
import type { CryptoStatus, KycStatus } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { envelopeNames } from '../dialect/envelope.ts';
import { propertyOf } from '../documents/json-object.ts';
import type { Exchange } from './exchange.ts';
import { listOf, textIn } from './named-in-body.ts';

/** The members of a user read, independent of the names in the dialect (§2.7, §4.8). */
export interface UserShown {
  readonly id: string | undefined;
  readonly updateTime: string | undefined;
  /** Codes of flags. */
  readonly flags: readonly string[];
  readonly kycStatus: KycStatus | undefined;
  readonly cryptoStatuses: readonly CryptoStatus[];
}

/** @returns undefined if the exchange is not a user read */
export function userShown({
  operationId,
  responseBody,
  contract,
}: Pick<Exchange, 'operationId' | 'responseBody' | 'contract'>): UserShown | undefined {
  if (operationId !== 'getUser' || responseBody === undefined) return undefined;
  const { names } = contract.dialect.user;
  const user = userObjectIn(responseBody, contract.dialect);
  return {
    id: textIn(user, 'id'),
    updateTime: textIn(user, 'updateTime'),
    flags: flagsIn(propertyOf(user, names.flags)).flatMap((flag) => textIn(flag, names.code) ?? []),
    kycStatus: oneOf(kycStatuses, propertyOf(propertyOf(user, names.kyc), 'status')),
    cryptoStatuses: listOf(propertyOf(user, names.transactions)).flatMap(
      (transaction) => oneOf(cryptoStatuses, propertyOf(transaction, names.cryptoStatus)) ?? [],
    ),
  };
}

/** Returns the user object of a user read, without its envelope. */
export function userObjectIn(body: unknown, dialect: Dialect): unknown {
  return envelopeNames(dialect).reduce(propertyOf, body);
}

/** Returns the flags of a list, or of lists by category (dialect: user.flagsShape). */
export function flagsIn(flags: unknown): readonly unknown[] {
  if (typeof flags !== 'object' || flags === null || Array.isArray(flags)) return listOf(flags);
  return Object.values(flags).flatMap(listOf);
}

function oneOf<Word>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}
