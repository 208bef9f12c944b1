import { evidenceLine } from '../../dialect/evidence.ts';
import { dialectKeys, dialectValue } from '../../dialect/keys.ts';
import { sameValue } from '../../dialect/same-value.ts';
import type { Report } from '../report.ts';

export type DialectRow = ReturnType<typeof dialectRows>[number];

/** Returns every key of the dialect that was decided, in the order of the schema. */
export function dialectRows({ dialect, givenDialect }: Report) {
  const { values = {}, unknown = [], evidence = {} } = dialect;
  return dialectKeys.flatMap(({ key, clause, description, default: byDefault }) => {
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
        compared: sameValue(value, byDefault) ? ('default' as const) : ('not default' as const),
        /** The value in the given dialect, if it sets the key differently. */
        givenOtherwise:
          given === undefined || sameValue(value, given) ? undefined : { value: given },
        /** The exchange that decided the value, on one line. */
        seen: evidenceLine(evidence[key]),
      },
    ];
  });
}
