/** The fields of JSON that nobody has looked at yet. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOrNull(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** The userMask of a sign-in (§2.4); null where there is none. */
export function userMaskIn(signIn: unknown): Fields | null {
  return fieldsOrNull(fieldsOrNull(signIn)?.['userMask']);
}

/** The text under a name; null where there is none. */
export function textIn(part: unknown, name: string): string | null {
  const value = fieldsOrNull(part)?.[name];
  return typeof value === 'string' ? value : null;
}
