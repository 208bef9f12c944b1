import { formatEvidence } from '../../dialect/evidence.ts';
import { dialectKeys, getDialectValue } from '../../dialect/keys.ts';
import { isSameValue } from '../../dialect/same-value.ts';
import type { Report } from '../report.ts';

export type DialectRow = ReturnType<typeof listDialectRows>[number];

/** Returns every detected key of the dialect, in the order of the schema. */
export function listDialectRows({ dialect, givenDialect }: Report) {
  const { values = {}, unknown = [], evidence = {} } = dialect;
  return dialectKeys.flatMap(({ key, clause, description, default: defaultValue }) => {
    const value = getDialectValue(values, key);
    if (value === undefined || unknown.includes(key)) return [];
    const declaredValue = getDialectValue(givenDialect?.values ?? {}, key);
    const differs = declaredValue !== undefined && !isSameValue(value, declaredValue);
    return [
      {
        key,
        clause,
        description,
        value,
        defaultValue,
        isDefault: isSameValue(value, defaultValue),
        /** The value in the declared dialect; undefined if it is the same, or if none is declared. */
        declaredIfDifferent: differs ? { value: declaredValue } : undefined,
        /** The exchange that shows the value, on one line. */
        evidence: formatEvidence(evidence[key]),
      },
    ];
  });
}
