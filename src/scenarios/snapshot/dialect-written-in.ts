/** The dialect that a document says it was taken in; undefined where it is no snapshot. */
export function dialectWrittenIn(document: unknown): object | undefined {
  return memberOf(memberOf(document, 'runtime'), 'dialect');
}

function memberOf(value: unknown, name: string): object | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'object' && member !== null ? member : undefined;
}
