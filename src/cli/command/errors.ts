/** An invalid command line. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** No server responds, or it is not a sandbox. The message is one line. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
