import { randomInt } from 'node:crypto';

export function drawSeed(): number {
  return randomInt(2 ** 32);
}
