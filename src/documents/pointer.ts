/** JSON Pointers (RFC 6901). */

/** The pointer that leads through these names and list positions. */
export function pointerTo(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The names and list positions that a pointer leads through. */
export function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer and all that it leads through, itself first and the document last. */
export function pathOutwards(pointer: string): string[] {
  const path = [pointer];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    path.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return path;
}
