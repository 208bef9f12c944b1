import { createHash } from 'node:crypto';

/** Which of several equally valid values comes next: the same for a name in every run. */
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
}
