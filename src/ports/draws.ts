import { createHmac, randomInt } from 'node:crypto';

/** Scopes with different seeds or workspaces have different draws. */
export interface DrawScope {
  /** The `--seed` of the run. */
  readonly seed: number;
  /** The name of the workspace. */
  readonly workspace: string;
}

export function drawSeed(): number {
  return randomInt(2 ** 32);
}

/**
 * Returns 32 pseudorandom bytes that are the same for the same arguments: in a second run with the same seed,
 * in a retry, on another replica. Computed as HMAC-SHA256(key: seed, data: JSON of [workspace, purpose,
 * subject, counter]) (RFC 2104). JSON quotes the members, so different arguments have different data.
 *
 * Not for secrets: with the seed, every draw can be computed.
 *
 * @param purpose for example `challenge` or `otp`
 * @param subject for example a wallet address or a phone number
 * @param counter number of earlier draws of that purpose and subject, from 0
 */
export function draw(
  { seed, workspace }: DrawScope,
  purpose: string,
  subject: string,
  counter: number,
): Buffer {
  const text = JSON.stringify([workspace, purpose, subject, counter]);
  return createHmac('sha256', String(seed)).update(text).digest();
}

/** Returns the first 16 bytes of a draw as a version 4 UUID (RFC 9562 §5.4). */
export function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16);
  // The two high bits of octet 8 are binary 10 (the variant), so its first hex digit is 8, 9, a or b.
  const variant = (8 | (parseInt(hex.charAt(16), 16) & 3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * Returns a decimal code from a draw, with leading zeros. The remainder of 256 bits by at most 10^18
 * deviates from a uniform distribution by less than 2^-196 (the method of FIPS 186-5 A.2.1).
 *
 * @param bytes a draw, 32 bytes
 * @param length digits of the code, 1 to 18
 */
export function toDigits(bytes: Buffer, length: number): string {
  const number = BigInt(`0x${bytes.toString('hex')}`) % 10n ** BigInt(length);
  return number.toString().padStart(length, '0');
}

/** Returns a number from a draw, uniform in [0, 1), with a resolution of 2^-48. */
export function toUnit(bytes: Buffer): number {
  return bytes.readUIntBE(0, 6) / 2 ** 48;
}
