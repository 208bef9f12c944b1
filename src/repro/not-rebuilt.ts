/** Why a call can't be made again. */
export class NotRebuilt extends Error {
  override readonly name = 'NotRebuilt';
}
