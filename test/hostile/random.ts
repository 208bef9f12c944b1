/** A seeded random generator: the same seed returns the same requests. */
export interface Random {
  /** Returns an integer from 0 to `limit` - 1. */
  drawBelow(limit: number): number;
  /** Returns true with this probability. */
  happens(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Creates a generator (Mulberry32, 32 bits of state). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawBelow = (limit: number) => Math.floor(next() * limit);
  return {
    drawBelow: drawBelow,
    happens: (probability) => next() < probability,
    pick(items) {
      const item = items[drawBelow(items.length)];
      if (item === undefined) throw new RangeError('the list is empty');
      return item;
    },
  };
}
