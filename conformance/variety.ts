import { createHash } from 'node:crypto';

/** Selects one of several equivalent valid values, each time the next one. The name of a check determines the first. */
export class Variety {
  #count: number;

  constructor(name: string) {
    const digest = createHash('md5').update(name).digest('hex');
    this.#count = Number.parseInt(digest.slice(0, 6), 16);
  }

  /** Returns a positive number that increases by one each time. */
  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** Returns `count` items of a list; each time it starts at another item. */
  takeFew<Item>(items: readonly Item[], count: number): readonly Item[] {
    const first = this.next() % items.length;
    return [...items.slice(first), ...items.slice(0, first)].slice(0, count);
  }
}
