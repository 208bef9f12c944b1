import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { getDialectValue } from '../../src/dialect/keys.ts';
import { isSameValue } from '../../src/dialect/same-value.ts';

/** Returns the declared value, which is only a hint, then common values. */
export function listValuesToTry<Value>(
  dialect: DialectDocument | null,
  key: string,
  usual: readonly Value[],
): readonly Value[] {
  const declared = findDeclaredValue(dialect, key) as Value | undefined;
  if (declared === undefined) return usual;
  return [declared, ...usual.filter((value) => !isSameValue(value, declared))];
}

/** Returns the declared value; undefined without a dialect or if the dialect omits the key. */
export function findDeclaredValue(dialect: DialectDocument | null, key: string): unknown {
  return dialect?.values === undefined ? undefined : getDialectValue(dialect.values, key);
}
