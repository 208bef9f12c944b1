import { timingSafeEqual } from 'node:crypto';

/** Returns whether two secrets are equal, in constant time. */
export function isSameSecret(secret: string, given: string): boolean {
  const [expected, bytes] = [Buffer.from(secret), Buffer.from(given)];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
