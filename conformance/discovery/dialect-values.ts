import { toFields } from '../responses/fields.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { getDialectValue } from '../../src/dialect/keys.ts';
import { isSameValue } from '../../src/dialect/same-value.ts';

export function withValue(node: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const parent = toFields(node);
  return { ...parent, [name]: withValue(parent?.[name], rest, value) };
}

/** Returns the declared value, if there is one, then the common values. */
export function listValuesToTry<Value>(
  dialect: DialectDocument | null,
  key: string,
  commonValues: readonly Value[],
): readonly Value[] {
  const declared = findDeclaredValue(dialect, key) as Value | undefined;
  if (declared === undefined) return commonValues;
  return [declared, ...commonValues.filter((value) => !isSameValue(value, declared))];
}

export function findDeclaredValue(dialect: DialectDocument | null, key: string): unknown {
  return dialect?.values === undefined ? undefined : getDialectValue(dialect.values, key);
}
