/** Generates unknown ids; runs with the same seed generate the same ids. */
import { createHmac } from 'node:crypto';

export class UnknownIds {
  readonly #seed: number;
  readonly #counters = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns a new UUID of version 4; each purpose has its own sequence. */
  next(purpose: string): string {
    const counter = this.#counters.get(purpose) ?? 0;
    this.#counters.set(purpose, counter + 1);
    const digits = createHmac('sha256', String(this.#seed))
      .update(`${purpose} ${counter}`)
      .digest('hex');
    const variant = '89ab'.charAt(Number.parseInt(digits.charAt(16), 16) % 4);
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20, 32),
    ].join('-');
  }
}
