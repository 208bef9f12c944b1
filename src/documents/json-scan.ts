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
 * Scans JSON for its depth and the number of its members, which is greater than that of the parsed value if
 * a name occurs twice. It can omit the items of a list. The result for text that is not JSON is undefined.
 */
export class JsonScan {
  members = 0;
  depth = 0;
  readonly items: ItemSpan[] = [];
  /** The text without the items; empty if none are omitted. */
  readonly rest: Buffer[] = [];
  readonly #list: RegExp | undefined;
  #item: Omit<ItemSpan, 'end'> | undefined;
  #open = 0;
  #isInString = false;
  #offset = 0;
  #skipped = 0;

  /** @param list the name of the list in the document */
  constructor(list?: string) {
    if (list !== undefined) this.#list = new RegExp(`[{,\\s]"${list}"\\s*:\\s*$`);
  }

  /** @param bytes the next part of the text */
  push(bytes: Buffer): void {
    let at = this.#skipped;
    let start = 0;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) {
        if (byte === BACKSLASH) at += 1;
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
          if (this.#open === 2) this.#endItem(at);
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          this.#open += 1;
          if (this.#open > this.depth) this.depth = this.#open;
          if (this.#open === 2 && byte === OPEN_LIST && this.#isList(bytes.subarray(start, at))) {
            this.rest.push(Buffer.from(bytes.subarray(start, at + 1)));
            this.#beginItem(at);
          }
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          if (this.#open === 2 && this.#item !== undefined) {
            this.#endItem(at);
            this.#item = undefined;
            start = at;
          }
          this.#open -= 1;
      }
    }
    const isRest = this.#list !== undefined && this.#item === undefined;
    if (isRest) this.rest.push(Buffer.from(bytes.subarray(start)));
    this.#skipped = at - bytes.length;
    this.#offset += bytes.length;
  }

  /** A name that is split between two parts of the text is not found: then the items are not omitted. */
  #isList(before: Buffer): boolean {
    return (
      this.#list?.test(before.toString('latin1', Math.max(0, before.length - LONGEST_NAME))) ??
      false
    );
  }

  #beginItem(at: number): void {
    this.#item = { start: this.#offset + at + 1, members: this.members };
  }

  #endItem(at: number): void {
    if (this.#item === undefined) return;
    const { start, members } = this.#item;
    this.items.push({ start, end: this.#offset + at, members: this.members - members });
    this.#beginItem(at);
  }
}

const LONGEST_NAME = 100;

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
