/** Thrown if no one-time password arrives in time. Its text lists the messages in the inbox. */
export class InboxTimeout extends Error {
  override readonly name = 'InboxTimeout';
}
