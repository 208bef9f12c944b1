/** Thrown if no one-time password arrives in time. The error message lists the inbox. */
export class InboxTimeout extends Error {
  override readonly name = 'InboxTimeout';
}
