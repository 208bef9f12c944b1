/** Normalizes equivalent spellings of dialect values. */
import { isJsonObject } from '../documents/json-object.ts';
import { allowedValues } from './allowed-values.ts';
import type { DialectDocument } from './dialect.ts';
import { defaultDialect, dialectKeys } from './keys.ts';

type Values = NonNullable<DialectDocument['values']>;

/** Values that match the schema, each in the one way that the rest of flagbearer reads. */
export function saidInOneWay(values: Values): Values {
  const status = values.success?.status;
  const transitions = values.kyc?.transitions;
  const { catalogue, categoryNames } = values.flags ?? {};
  return {
    ...values,
    ...(typeof status === 'object' && { success: { status: statusOf(status) } }),
    ...(typeof transitions === 'object' && {
      kyc: {
        ...values.kyc,
        transitions: { APPROVED: [], IN_REVIEW: [], DECLINED: [], ...transitions },
      },
    }),
    ...(values.flags && {
      flags: {
        ...values.flags,
        ...(catalogue && {
          catalogue: catalogue.map((flag) => ({ ...flag, example: flag.example ?? false })),
        }),
        ...(categoryNames && {
          categoryNames: { ...defaultDialect.flags.categoryNames, ...categoryNames },
        }),
      },
    }),
  };
}

type SuccessStatus = NonNullable<NonNullable<Values['success']>['status']>;

/** A status for each operation, 200 where the map names none; one number where all are alike. */
function statusOf(status: Exclude<SuccessStatus, number>): SuccessStatus {
  const byOperation = {
    startWalletAuth: 200,
    authenticateWallet: 200,
    addWalletToUser: 200,
    sendSmsOtp: 200,
    authenticateSmsOtp: 200,
    sendEmailOtp: 200,
    authenticateEmailOtp: 200,
    getUser: 200,
    ...status,
  } as const;
  const [first, ...others] = new Set(Object.values(byOperation));
  return first !== undefined && others.length === 0 ? first : byOperation;
}

/**
 * Converts `null` to the string "null" for keys that allow it, since YAML and JSON read the unquoted word
 * as null.
 *
 * @param document parsed, not yet validated
 */
export function withNullAsText(document: unknown): unknown {
  if (!isJsonObject(document) || !isJsonObject(document['values'])) return document;
  return { ...document, values: nullAsText(document['values'], '') };
}

const nullKeys: ReadonlySet<string> = new Set(
  dialectKeys
    .map(({ key }) => key)
    .filter((key) => allowedValues(key).some((one) => 'value' in one && one.value === 'null')),
);

function nullAsText(value: unknown, key: string): unknown {
  if (value === null && nullKeys.has(key)) return 'null';
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      nullAsText(inner, key === '' ? name : `${key}.${name}`),
    ]),
  );
}
