/** Nothing answers where it should, or something else does. The message is the one line to show. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
