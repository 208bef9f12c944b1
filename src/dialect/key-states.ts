import type { KnownDialect } from './diff.ts';
import { dialectKeys, dialectValue } from './keys.ts';
import { sameValue } from './same-value.ts';

export interface KeyState {
  readonly key: string;
  readonly clause: string;
  readonly value: unknown;
  readonly default: unknown;
  /** An unknown key has its default too, but only by assumption. */
  readonly state: 'default' | 'changed' | 'unknown';
}

/** Every key of a dialect, in the order of the schema. */
export function keyStates({ dialect, unknown }: KnownDialect): readonly KeyState[] {
  return dialectKeys.map(({ key, clause, default: byDefault }) => {
    const value = dialectValue(dialect, key);
    const known = sameValue(value, byDefault) ? 'default' : 'changed';
    const state = unknown.includes(key) ? 'unknown' : known;
    return { key, clause, value, default: byDefault, state };
  });
}
