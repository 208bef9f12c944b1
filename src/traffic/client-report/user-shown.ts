import { cryptoStatuses, kycStatuses } from '../../contract/closed-lists.gen.ts';
import type { CryptoStatus, KycStatus } from '../../contract/words.ts';
import { propertyOf } from '../journal/named-in-body.ts';
import type { ObservedCall } from './observed-call.ts';

/** What a user read has shown of a user, whatever the dialect calls it (§2.7, §4.8). */
export interface UserShown {
  readonly id: string | undefined;
  readonly updateTime: string | undefined;
  /** Codes. */
  readonly flags: readonly string[];
  readonly kycStatus: KycStatus | undefined;
  readonly cryptoStatuses: readonly CryptoStatus[];
}

/** @returns undefined for a call that is no user read */
export function userShown({
  operationId,
  answerBody,
  contract,
}: ObservedCall): UserShown | undefined {
  if (operationId !== 'getUser' || answerBody === undefined) return undefined;
  const { names, envelope } = contract.dialect.user;
  const user = envelope === 'none' ? answerBody : propertyOf(answerBody, envelope);
  return {
    id: text(propertyOf(user, 'id')),
    updateTime: text(propertyOf(user, 'updateTime')),
    flags: flagsIn(propertyOf(user, names.flags)).flatMap(
      (flag) => text(propertyOf(flag, names.code)) ?? [],
    ),
    kycStatus: oneOf(kycStatuses, propertyOf(propertyOf(user, names.kyc), 'status')),
    cryptoStatuses: listOf(propertyOf(user, names.transactions)).flatMap(
      (transaction) => oneOf(cryptoStatuses, propertyOf(transaction, names.cryptoStatus)) ?? [],
    ),
  };
}

/** A list, or lists by category (dialect: user.flagsShape). */
function flagsIn(flags: unknown): readonly unknown[] {
  if (typeof flags !== 'object' || flags === null || Array.isArray(flags)) return listOf(flags);
  return Object.values(flags).flatMap(listOf);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function oneOf<Word>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
