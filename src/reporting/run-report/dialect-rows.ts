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
    const isOther = given !== undefined && !isSameValue(value, given);
    return [
      {
        key,
        clause,
        decides: description,
        value,
        byDefault,
        isDefault: isSameValue(value, byDefault),
        /** The value in the declared dialect, if that differs. */
        declared: isOther ? { value: given } : undefined,
        /** The exchange that decided the value, on one line. */
        seen: formatEvidence(evidence[key]),
      },
    ];
  });
}
