import { createHash } from 'node:crypto';

/** Selects among equivalent valid values in turn. The name of a check determines its first value. */
export class Variety {
  #turn: number;

  constructor(name: string) {
    const digest = createHash('md5').update(name).digest('hex');
    this.#turn = Number.parseInt(digest.slice(0, 6), 16);
  }

  /** Returns a positive number that increases by one each time. */
  next(): number {
    this.#turn += 1;
    return this.#turn;
  }

  /** Returns `count` items of a list; each time it starts at another item. */
  takeFew<Item>(items: readonly Item[], count: number): readonly Item[] {
    const first = this.next() % items.length;
    return [...items.slice(first), ...items.slice(0, first)].slice(0, count);
  }
}
