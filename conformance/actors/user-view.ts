/**
 * Reads the user object in the format of the dialect; tolerates missing parts, so that a check can
 * report them.
 */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { userObjectIn } from '../../src/judge/user-shown.ts';
import { fieldsOrNull, textIn, type Fields } from '../responses/fields.ts';
import type { Reply } from '../target/http-request.ts';

export interface SeenFlag {
  /** The code of the flag; null if it is missing. */
  readonly code: string | null;
  /** The category as sent; null if it is missing. */
  readonly category: string | null;
}

export interface UserView {
  readonly reply: Reply;
  /** The user object without its envelope; null if there is none. */
  readonly object: Fields | null;
  /** The KYC sub-object; undefined if it is missing. */
  readonly kyc: unknown;
  readonly kycStatus: string | null;
  /** The flags; null if they are missing or have another shape than in the dialect. */
  readonly flags: readonly SeenFlag[] | null;
  readonly personalInformation: unknown;
  readonly wallets: readonly Fields[] | null;
  readonly transactions: readonly Fields[] | null;
}

export function userView(reply: Reply, dialect: Dialect): UserView {
  return { reply, ...userParts(reply.body, dialect) };
}

/** @param response the body of a user read */
function userParts(response: unknown, dialect: Dialect): Omit<UserView, 'reply'> {
  const { names } = dialect.user;
  const object = fieldsOrNull(userObjectIn(response, dialect));
  const kyc = object?.[names.kyc];
  return {
    object,
    kyc,
    kycStatus: textIn(kyc, 'status'),
    flags: flagsOf(object?.[names.flags], dialect),
    personalInformation:
      names.personalInformation === 'none' ? undefined : object?.[names.personalInformation],
    wallets: listOf(object?.[names.wallets]),
    transactions: listOf(object?.[names.transactions]),
  };
}

function flagsOf(flags: unknown, { user: { names, flagsShape } }: Dialect): SeenFlag[] | null {
  if (flagsShape === 'list') {
    return (
      listOf(flags)?.map((flag) => ({
        code: textIn(flag, names.code),
        category: names.category === 'none' ? null : textIn(flag, names.category),
      })) ?? null
    );
  }
  const byCategory = fieldsOrNull(flags);
  if (byCategory === null) return null;
  return Object.entries(byCategory).flatMap(([category, list]) =>
    (listOf(list) ?? []).map((flag) => ({ code: textIn(flag, names.code), category })),
  );
}

/** Returns the objects of a list; null if the value is not a list of objects. */
function listOf(value: unknown): Fields[] | null {
  if (!Array.isArray(value)) return null;
  const fields = value.map(fieldsOrNull);
  return fields.every((item) => item !== null) ? fields : null;
}
