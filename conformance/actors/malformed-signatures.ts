/** Offsets of the last hex digit of each part of a signature (0x and 65 bytes). */
const LAST_DIGIT = { r: 65, s: 129, v: 131 } as const;

/** The signature with one bit changed; in v that is the parity: 27 (1b) is 28 (1c), and back. */
export function withFlippedBit(signature: string, part: keyof typeof LAST_DIGIT): string {
  const place = LAST_DIGIT[part];
  const digit = Number.parseInt(signature.charAt(place), 16);
  const flipped = part === 'v' ? digit ^ 0b0111 : digit ^ 0b0001;
  return `${signature.slice(0, place)}${flipped.toString(16)}${signature.slice(place + 1)}`;
}
