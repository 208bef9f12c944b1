/** JSON Pointers (RFC 6901). */

/** Returns the pointer for names and list positions. */
export function toPointer(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Returns the names and list positions of a pointer. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns a pointer and those of all values around it, the document last. */
export function listAncestors(pointer: string): string[] {
  const pointers = [pointer];
  let rest = pointer;
  while (rest !== '') {
    rest = rest.slice(0, rest.lastIndexOf('/'));
    pointers.push(rest);
  }
  return pointers;
}
