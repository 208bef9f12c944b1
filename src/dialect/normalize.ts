import schema from '../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import { isJsonObject } from '../documents/json-object.ts';
import { findDurationProblem, formatDuration, parseDuration } from '../domain/duration.ts';
import type { SchemaNode } from '../documents/schema-errors.ts';
import type { Dialect, DialectDocument } from './dialect.ts';
import { defaultDialect } from './keys.ts';

type Values = NonNullable<DialectDocument['values']>;

/**
 * Returns valid values in canonical form. Inside the value of a key, missing members have their default. Equal
 * statuses are one number, durations have the largest units, and lists of enum values have the order of the schema.
 */
export function normalizeValues(givenValues: Values | Dialect): Values {
  const values = normalizeNotation(givenValues, schema.properties.values) as Values;
  const status = values.success?.status;
  if (typeof status === 'object') values.success = { status: normalizeStatus(status) };
  const transitions = values.kyc?.transitions;
  if (typeof transitions === 'object') {
    const allTransitions = { APPROVED: [], IN_REVIEW: [], DECLINED: [], ...transitions };
    values.kyc = { ...values.kyc, transitions: allTransitions };
  }
  if (values.flags !== undefined) values.flags = normalizeFlags(values.flags);
  return values;
}

/** Returns the canonical duration, such as `PT1M30S` for 90; null if a dialect cannot contain it. */
export function toDialectDuration(seconds: number): string | null {
  const isAllowed = seconds > 0 && findDurationProblem(`PT${seconds}S`) === undefined;
  return isAllowed ? formatDuration(seconds * 1000) : null;
}

type Flags = NonNullable<Values['flags']>;

function normalizeFlags(flags: Flags): Flags {
  const { catalogue, categoryNames } = flags;
  const { categoryNames: defaultNames } = defaultDialect.flags;
  return {
    ...flags,
    ...(catalogue && {
      catalogue: catalogue.map((flag) => ({ ...flag, example: flag.example ?? false })),
    }),
    ...(categoryNames && { categoryNames: { ...defaultNames, ...categoryNames } }),
  };
}

type SuccessStatus = NonNullable<NonNullable<Values['success']>['status']>;

/** Returns the status of each operation, 200 by default; a single number if all are equal. */
function normalizeStatus(status: Exclude<SuccessStatus, number>): SuccessStatus {
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

/** Returns the value with normalized durations and lists of enum values. */
function normalizeNotation(value: unknown, node: SchemaNode = {}): unknown {
  if (typeof value === 'string' && node.format === 'duration') {
    return formatDuration(parseDuration(value));
  }
  if (Array.isArray(value)) {
    return node.items?.enum?.filter((item) => value.includes(item)) ?? value;
  }
  if (!isJsonObject(value)) return value;
  const properties = new Map(
    (node.oneOf ?? [node]).flatMap((branch) => Object.entries(branch.properties ?? {})),
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      normalizeNotation(part, properties.get(name)),
    ]),
  );
}
