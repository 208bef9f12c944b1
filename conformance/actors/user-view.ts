/**
 * Finds the parts of a user object by the names of the dialect. Parsed parts are null if missing; parts of type
 * `unknown` are as sent.
 */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { findUserObject } from '../../src/judge/user-read.ts';
import { toFields, findText, type Fields } from '../responses/fields.ts';
import type { HttpResponse } from '../target/http-request.ts';

export interface UserFlag {
  readonly code: string | null;
  /** The category as sent; null if it is missing. */
  readonly category: string | null;
}

export interface UserView {
  readonly response: HttpResponse;
  /** The user object without its envelope; null if there is none. */
  readonly object: Fields | null;
  readonly kyc: unknown;
  readonly kycStatus: string | null;
  /** The flags; null if they are missing or have another shape than in the dialect. */
  readonly flags: readonly UserFlag[] | null;
  readonly personalInformation: unknown;
  readonly wallets: readonly Fields[] | null;
  readonly transactions: readonly Fields[] | null;
}

export function toUserView(response: HttpResponse, dialect: Dialect): UserView {
  return { response, ...parseUserParts(response.body, dialect) };
}

function parseUserParts(response: unknown, dialect: Dialect): Omit<UserView, 'response'> {
  const { names } = dialect.user;
  const object = toFields(findUserObject(response, dialect));
  const kyc = object?.[names.kyc];
  return {
    object,
    kyc,
    kycStatus: findText(kyc, 'status'),
    flags: listFlags(object?.[names.flags], dialect),
    personalInformation:
      names.personalInformation === 'none' ? undefined : object?.[names.personalInformation],
    wallets: toFieldsList(object?.[names.wallets]),
    transactions: toFieldsList(object?.[names.transactions]),
  };
}

function listFlags(flags: unknown, { user: { names, flagsShape } }: Dialect): UserFlag[] | null {
  if (flagsShape === 'list') {
    return (
      toFieldsList(flags)?.map((flag) => ({
        code: findText(flag, names.code),
        category: names.category === 'none' ? null : findText(flag, names.category),
      })) ?? null
    );
  }
  const byCategory = toFields(flags);
  if (byCategory === null) return null;
  return Object.entries(byCategory).flatMap(([category, list]) =>
    (toFieldsList(list) ?? []).map((flag) => ({ code: findText(flag, names.code), category })),
  );
}

/** Returns the objects of a list; null if the value is not a list of objects. */
function toFieldsList(value: unknown): Fields[] | null {
  if (!Array.isArray(value)) return null;
  const fields = value.map(toFields);
  return fields.every((item) => item !== null) ? fields : null;
}
