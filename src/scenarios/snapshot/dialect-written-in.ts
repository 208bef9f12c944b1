/** Returns the dialect that a snapshot was taken in; undefined if the document is not a snapshot. */
export function dialectWrittenIn(document: unknown): object | undefined {
  return memberOf(memberOf(document, 'runtime'), 'dialect');
}

function memberOf(value: unknown, name: string): object | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'object' && member !== null ? member : undefined;
}
