/** No one-time password arrived in time. The message lists what was in the inbox instead. */
export class InboxTimeout extends Error {
  override readonly name = 'InboxTimeout';
}
