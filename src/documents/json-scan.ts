const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The byte offsets of the text of an item, and the number of its members at all depths. */
export interface ItemSpan {
  readonly start: number;
  readonly end: number;
  readonly members: number;
}

/**
 * Scans JSON for its depth and the number of its members. If a name occurs twice, the parsed value has fewer
 * members. The scan can separate the items of a list. For text that is not JSON, the result has no meaning.
 */
export class JsonScan {
  members = 0;
  depth = 0;
  readonly items: ItemSpan[] = [];
  /** The text without the items; empty if none are omitted. */
  readonly outerText: Buffer[] = [];
  readonly #listStart: RegExp | undefined;
  #item: Omit<ItemSpan, 'end'> | undefined;
  #openContainers = 0;
  #isInString = false;
  #offset = 0;
  /** At the start of the next part: 1 after a backslash. */
  #bytesToSkip = 0;

  /** @param list the name of a list in the root object, whose items are separated */
  constructor(list?: string) {
    if (list !== undefined) this.#listStart = new RegExp(`[{,\\s]"${list}"\\s*:\\s*$`);
  }

  /** @param bytes the next part of the text */
  push(bytes: Buffer): void {
    let index = this.#bytesToSkip;
    let outerStart = 0;
    for (; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      if (this.#isInString) {
        if (byte === BACKSLASH) index += 1;
        else if (byte === QUOTE) this.#isInString = false;
        continue;
      }
      switch (byte) {
        case QUOTE:
          this.#isInString = true;
          break;
        case COLON:
          this.members += 1;
          break;
        case COMMA:
          if (this.#openContainers === 2) this.#endItem(index);
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          this.#openContainers += 1;
          if (this.#openContainers > this.depth) this.depth = this.#openContainers;
          if (
            this.#openContainers === 2 &&
            byte === OPEN_LIST &&
            this.#isList(bytes.subarray(outerStart, index))
          ) {
            this.outerText.push(Buffer.from(bytes.subarray(outerStart, index + 1)));
            this.#beginItem(index);
          }
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          if (this.#openContainers === 2 && this.#item !== undefined) {
            this.#endItem(index);
            this.#item = undefined;
            outerStart = index;
          }
          this.#openContainers -= 1;
      }
    }
    const isOuterText = this.#listStart !== undefined && this.#item === undefined;
    if (isOuterText) this.outerText.push(Buffer.from(bytes.subarray(outerStart)));
    this.#bytesToSkip = index - bytes.length;
    this.#offset += bytes.length;
  }

  /** A name that is split between two parts of the text is not found; the items are then not separated. */
  #isList(before: Buffer): boolean {
    const nearest = before.subarray(-MAX_NAME_LENGTH).toString('latin1');
    return this.#listStart?.test(nearest) ?? false;
  }

  #beginItem(index: number): void {
    this.#item = { start: this.#offset + index + 1, members: this.members };
  }

  #endItem(index: number): void {
    if (this.#item === undefined) return;
    const { start, members } = this.#item;
    this.items.push({ start, end: this.#offset + index, members: this.members - members });
    this.#beginItem(index);
  }
}

const MAX_NAME_LENGTH = 100;

/** Counts the members of a value at all depths. */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const isList = Array.isArray(value);
  let count = 0;
  for (const name in value) {
    count += (isList ? 0 : 1) + countMembers((value as Readonly<Record<string, unknown>>)[name]);
  }
  return count;
}
