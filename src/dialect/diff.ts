import type { Dialect } from './dialect.ts';
import { dialectKeys, getDialectValue } from './keys.ts';
import { isSameValue } from './same-value.ts';

/** A dialect, and the keys that detection could not determine. */
export interface DetectedDialect {
  readonly dialect: Dialect;
  /** These keys have their defaults. */
  readonly unknown: readonly string[];
}

export interface DialectDifference {
  readonly key: string;
  readonly clause: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** A key whose value is unknown on one or both sides. */
export interface UnknownKey extends DialectDifference {
  readonly unknownIn: 'left' | 'right' | 'both';
}

export interface DialectDiff {
  readonly differences: readonly DialectDifference[];
  /** Keys that cannot be compared, because one value or both are only assumed. */
  readonly unknown: readonly UnknownKey[];
}

export function compareDialects(left: DetectedDialect, right: DetectedDialect): DialectDiff {
  const differences: DialectDifference[] = [];
  const unknown: UnknownKey[] = [];
  for (const { key, clause } of dialectKeys) {
    const comparison = {
      key,
      clause,
      left: getDialectValue(left.dialect, key),
      right: getDialectValue(right.dialect, key),
    };
    const isUnknownLeft = left.unknown.includes(key);
    const isUnknownRight = right.unknown.includes(key);
    if (isUnknownLeft && isUnknownRight) unknown.push({ ...comparison, unknownIn: 'both' });
    else if (isUnknownLeft || isUnknownRight)
      unknown.push({ ...comparison, unknownIn: isUnknownLeft ? 'left' : 'right' });
    else if (!isSameValue(comparison.left, comparison.right)) differences.push(comparison);
  }
  return { differences, unknown };
}

export interface KeyState {
  readonly key: string;
  readonly clause: string;
  readonly value: unknown;
  readonly default: unknown;
  /** An unknown key has its default by assumption. */
  readonly state: 'default' | 'changed' | 'unknown';
}

/** Returns every key of a dialect, in the order of the schema. */
export function listKeyStates({ dialect, unknown }: DetectedDialect): readonly KeyState[] {
  return dialectKeys.map(({ key, clause, default: defaultValue }) => {
    const value = getDialectValue(dialect, key);
    const knownState = isSameValue(value, defaultValue) ? 'default' : 'changed';
    const state = unknown.includes(key) ? 'unknown' : knownState;
    return { key, clause, value, default: defaultValue, state };
  });
}
