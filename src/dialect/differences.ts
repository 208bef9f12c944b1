import type { Dialect } from './dialect.ts';
import { dialectKeys, dialectValue } from './keys.ts';

/** A key that two dialects decide differently, and how. */
export interface Difference {
  readonly key: string;
  readonly one: unknown;
  readonly other: unknown;
}

/** What two dialects decide differently, in the order of the schema. */
export function differences(one: Dialect, other: Dialect): readonly Difference[] {
  return dialectKeys
    .map(({ key }) => ({ key, one: dialectValue(one, key), other: dialectValue(other, key) }))
    .filter((difference) => !isDeeplyEqual(difference.one, difference.other));
}

function isDeeplyEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isDeeplyEqual(one[key], other[key]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
