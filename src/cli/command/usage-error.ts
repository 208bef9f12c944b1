/** A command line that can't be understood. The message is the one line to show. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
