import { createHash } from 'node:crypto';

/** Selects which of several equally valid values is next: the same in every run for a name. */
export class Variety {
  #turn: number;

  constructor(name: string) {
    const digest = createHash('md5').update(name).digest('hex');
    this.#turn = Number.parseInt(digest.slice(0, 6), 16);
  }

  /** Returns a positive number, one more each time. */
  next(): number {
    this.#turn += 1;
    return this.#turn;
  }

  /** Returns a few items of a list. */
  few<Item>(items: readonly Item[], count: number): readonly Item[] {
    const first = this.next() % items.length;
    return [...items.slice(first), ...items.slice(0, first)].slice(0, count);
  }
}
