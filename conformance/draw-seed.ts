import { randomInt } from 'node:crypto';

/** Returns the seed of a run that is given none. */
export function drawSeed(): number {
  return randomInt(2 ** 32);
}
