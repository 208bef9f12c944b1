/** No server responds, or not a sandbox. The message is one line. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
