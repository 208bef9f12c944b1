/** No one-time password came in time. The message says what was in the inbox instead. */
export class InboxTimeout extends Error {
  override readonly name = 'InboxTimeout';
}
