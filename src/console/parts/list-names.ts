/** Returns the member names of a record literal, with their literal type. */
export function listNames<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}
