/** Returns the names of a record literal, which has no others than those of its type. */
export function listNames<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}
