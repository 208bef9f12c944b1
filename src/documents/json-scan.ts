const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Scans JSON for its depth and number of members. For text that is not JSON, the result has no meaning. */
export class JsonScan {
  /** Number of members, including members with a duplicate name. */
  members = 0;
  depth = 0;
  #openContainers = 0;
  #isInString = false;
  /** Number of bytes to skip in the next part: 1 if this part ended with a backslash. */
  #bytesToSkip = 0;

  /** @param bytes the next part of the text */
  push(bytes: Buffer): void {
    let index = this.#bytesToSkip;
    for (; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (this.#isInString) {
        if (byte === BACKSLASH) index += 1;
        else if (byte === QUOTE) this.#isInString = false;
      } else if (byte === QUOTE) {
        this.#isInString = true;
      } else if (byte === COLON) {
        this.members += 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#openContainers += 1;
        if (this.#openContainers > this.depth) this.depth = this.#openContainers;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#openContainers -= 1;
      }
    }
    this.#bytesToSkip = index - bytes.length;
  }
}

/** Returns the number of members of all objects in a parsed value, which has no duplicate names. */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const isList = Array.isArray(value);
  let count = 0;
  for (const name in value) {
    count += (isList ? 0 : 1) + countMembers((value as Readonly<Record<string, unknown>>)[name]);
  }
  return count;
}
