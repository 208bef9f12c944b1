import { formatEvidence } from '../../dialect/evidence.ts';
import { dialectKeys, getDialectValue } from '../../dialect/keys.ts';
import { isSameValue } from '../../dialect/same-value.ts';
import type { Report } from '../report.ts';

export type DialectRow = ReturnType<typeof listDialectRows>[number];

/** Returns every key of the dialect that was decided, in the order of the schema. */
export function listDialectRows({ dialect, givenDialect }: Report) {
  const { values = {}, unknown = [], evidence = {} } = dialect;
  return dialectKeys.flatMap(({ key, clause, description, default: byDefault }) => {
    const value = getDialectValue(values, key);
    if (value === undefined || unknown.includes(key)) return [];
    const given = getDialectValue(givenDialect?.values ?? {}, key);
    return [
      {
        key,
        clause,
        decides: description,
        value,
        byDefault,
        compared: isSameValue(value, byDefault) ? ('default' as const) : ('not default' as const),
        /** The value in the given dialect, if it sets the key differently. */
        givenOtherwise:
          given === undefined || isSameValue(value, given) ? undefined : { value: given },
        /** The exchange that decided the value, on one line. */
        seen: formatEvidence(evidence[key]),
      },
    ];
  });
}
