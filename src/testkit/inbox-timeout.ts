/** No one-time password arrived in time. The message lists the messages in the inbox. */
export class InboxTimeout extends Error {
  override readonly name = 'InboxTimeout';
}
