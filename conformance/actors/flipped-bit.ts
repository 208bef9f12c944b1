/** Offset of the last hex digit of each part of a signature (0x and 65 bytes). */
const LAST_DIGIT = { r: 65, s: 129, v: 131 } as const;

/** Inverts the last bit of r or s, or the parity in v: 27 (0x1b) becomes 28 (0x1c) and vice versa. */
export function withFlippedBit(signature: string, part: keyof typeof LAST_DIGIT): string {
  const offset = LAST_DIGIT[part];
  const digit = Number.parseInt(signature.charAt(offset), 16);
  const flipped = part === 'v' ? digit ^ 0b0111 : digit ^ 0b0001;
  return `${signature.slice(0, offset)}${flipped.toString(16)}${signature.slice(offset + 1)}`;
}
