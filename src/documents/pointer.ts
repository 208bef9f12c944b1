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

/** Returns a pointer and the pointers of all enclosing values, the document last. */
export function listAncestors(pointer: string): string[] {
  const pointers = [pointer];
  let ancestor = pointer;
  while (ancestor !== '') {
    ancestor = ancestor.slice(0, ancestor.lastIndexOf('/'));
    pointers.push(ancestor);
  }
  return pointers;
}
