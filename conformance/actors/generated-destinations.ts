/** Generates numbers and addresses that no check has used. */
import { randomInt } from 'node:crypto';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { createFictionalAddress, createFictionalNumber } from './fictional-destinations.ts';

/** Maximum number of generated numbers to discard because a declared one resembles them. */
const MAX_TRIES = 2000;

interface Declared {
  isTaken(destination: string): boolean;
  readonly numbers: readonly string[];
}

export class GeneratedDestinations {
  readonly #used = new Set<string>();
  #addressIndex = randomInt(26);

  has(destination: string): boolean {
    return this.#used.has(destination);
  }

  add(destination: string): string {
    this.#used.add(destination);
    return destination;
  }

  /** Returns a new destination that does not resemble a declared number, whose code it would replace. */
  create(channel: OtpChannel, { isTaken, numbers }: Declared): string {
    for (let tries = 1; ; tries += 1) {
      const destination =
        channel === 'sms'
          ? createFictionalNumber()
          : createFictionalAddress((this.#addressIndex += 1));
      if (this.has(destination) || isTaken(destination)) continue;
      const resembles = numbers.some((number) => number.slice(-7) === destination.slice(-7));
      if (!resembles || tries >= MAX_TRIES) return this.add(destination);
    }
  }
}
