/** Makes a detected dialect consistent, so that a sandbox accepts it. */
import { findConflicts } from '../../src/dialect/combinations.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect, dialectKeys, getDialectValue } from '../../src/dialect/keys.ts';
import { isSameValue } from '../../src/dialect/same-value.ts';
import { withValue } from './dialect-values.ts';

export interface ConsistentValues {
  /** The values, by dotted key; a missing key has its default. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The conflict of each detected key that was omitted, by key. */
  readonly conflicts: ReadonlyMap<string, string>;
}

/**
 * If detected values contradict default values, replaces the defaults by the values of `assumed`. Omits
 * detected values that still contradict other values.
 */
export function makeConsistent(
  detected: ReadonlyMap<string, unknown>,
  assumed: Dialect,
): ConsistentValues {
  if (listConflicts(detected).length === 0) return { values: detected, conflicts: new Map() };
  const values = new Map(detected);
  for (const { key, default: byDefault } of dialectKeys) {
    const value = getDialectValue(assumed, key);
    if (!values.has(key) && !isSameValue(value, byDefault)) values.set(key, value);
  }
  const conflicts = new Map<string, string>();
  for (;;) {
    const conflict = listConflicts(values).find(({ key }) => key !== undefined && values.has(key));
    if (conflict?.key === undefined) return { values, conflicts };
    values.delete(conflict.key);
    if (detected.has(conflict.key)) conflicts.set(conflict.key, conflict.message);
  }
}

function listConflicts(values: ReadonlyMap<string, unknown>) {
  let dialect: unknown = defaultDialect;
  for (const [key, value] of values) dialect = withValue(dialect, key.split('.'), value);
  return findConflicts(dialect as Dialect).map(({ pointer, message }) => ({
    key: dialectKeys.find(({ key }) => isWithin(pointer, key))?.key,
    message,
  }));
}

function isWithin(pointer: string, key: string): boolean {
  return `${pointer}/`.startsWith(`/values/${key.replaceAll('.', '/')}/`);
}
