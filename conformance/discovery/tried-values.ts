import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { dialectValue } from '../../src/dialect/keys.ts';
import { sameValue } from '../../src/dialect/same-value.ts';

/**
 * What is tried for a key whose values have no end: what the dialect that was given says, which is no more
 * than a hint, and then what is usual.
 *
 * @param dialect checked against the schema, so that what it says is a value of the key
 */
export function triedValues<Value>(
  dialect: DialectDocument | null,
  key: string,
  usual: readonly Value[],
): readonly Value[] {
  const said = declaredValue(dialect, key) as Value | undefined;
  if (said === undefined) return usual;
  return [said, ...usual.filter((value) => !sameValue(value, said))];
}

/** Undefined without a dialect, or if it does not contain the key. */
export function declaredValue(dialect: DialectDocument | null, key: string): unknown {
  return dialect?.values === undefined ? undefined : dialectValue(dialect.values, key);
}
