import { timingSafeEqual } from 'node:crypto';

/**
 * Whether a caller gave the secret. It takes the same time wherever the two differ.
 *
 * @param secret kept as bytes, since each request is compared with it
 */
export function isSameSecret(secret: Buffer, given: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}
