import { randomInt } from 'node:crypto';

/** Returns a random seed for a run without a given seed. */
export function drawSeed(): number {
  return randomInt(2 ** 32);
}
