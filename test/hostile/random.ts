import { createSeededRandom } from '../setup/seeded-random.ts';

export interface Random {
  /** Returns an integer from 0 to `limit` - 1. */
  drawBelow(limit: number): number;
  /** Returns true with this probability. */
  drawBoolean(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Creates a generator that draws the same sequence for the same seed. */
export function createRandom(seed: number): Random {
  const next = createSeededRandom(seed);
  const drawBelow = (limit: number) => Math.floor(next() * limit);
  return {
    drawBelow,
    drawBoolean: (probability) => next() < probability,
    pick(items) {
      const item = items[drawBelow(items.length)];
      if (item === undefined) throw new RangeError('the list is empty');
      return item;
    },
  };
}
