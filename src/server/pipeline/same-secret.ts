import { timingSafeEqual } from 'node:crypto';

/** Returns whether two secrets are equal, in constant time. */
export function isSameSecret(secret: Buffer, given: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}
