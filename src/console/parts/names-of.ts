/** The names in a record that is written out in full: it has no others. */
export function namesOf<Written extends Readonly<Record<string, unknown>>>(
  record: Written,
): Extract<keyof Written, string>[] {
  const names: Extract<keyof Written, string>[] = [];
  for (const name in record) names.push(name);
  return names;
}
