/** The dialect that a run detected, key by key. */
import { evidenceLine } from '../../dialect/evidence.ts';
import { dialectKeys, dialectValue } from '../../dialect/keys.ts';
import { sameValue } from '../../dialect/same-value.ts';
import type { Report } from '../report.ts';

export interface DialectRow {
  readonly key: string;
  readonly clause: string;
  /** What the key decides. */
  readonly decides: string;
  readonly value: unknown;
  readonly byDefault: unknown;
  readonly compared: 'default' | 'not default';
  /** The value in the given dialect, if it differs; undefined if the dialect does not set the key. */
  readonly givenOtherwise: { readonly value: unknown } | undefined;
  /** The exchange that decided it, on one line. */
  readonly seen: string | undefined;
}

/** Returns every key that was decided, in the order of the schema. */
export function dialectRows({ dialect, givenDialect }: Report): readonly DialectRow[] {
  const { values = {}, unknown = [], evidence = {} } = dialect;
  return dialectKeys.flatMap(({ key, clause, description, default: byDefault }): DialectRow[] => {
    const value = dialectValue(values, key);
    if (value === undefined || unknown.includes(key)) return [];
    const given = dialectValue(givenDialect?.values ?? {}, key);
    return [
      {
        key,
        clause,
        decides: description,
        value,
        byDefault,
        compared: sameValue(value, byDefault) ? 'default' : 'not default',
        givenOtherwise:
          given === undefined || sameValue(value, given) ? undefined : { value: given },
        seen: evidenceLine(evidence[key]),
      },
    ];
  });
}
