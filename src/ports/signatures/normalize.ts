import { isHigh, isScalar, negate } from './scalar.ts';

/**
 * The forms of a signature that a deployment may accept (dialect: wallet.signature.accepts).
 *
 * - `rsv`: r, s and v, 65 bytes; v is 27 or 28, or 0 or 1.
 * - `compact`: r and s with the parity of y in the top bit of s, 64 bytes (EIP-2098).
 * - `highS`: s may be above half the order, in either form. Only low S makes a signature unique (EIP-2).
 */
export type SignatureForm = 'rsv' | 'compact' | 'highS';

/** A signature in the form for `Curve`. */
export interface NormalizedSignature {
  /** r and s, 32 bytes each, big-endian; s is always low. */
  readonly rs: Uint8Array;
  /** The parity of the y coordinate of the point whose x coordinate is r. */
  readonly recovery: 0 | 1;
}

const HEX = /^0x[0-9a-fA-F]*$/;
/** By the number of digits. */
const FORMS: ReadonlyMap<number, 'rsv' | 'compact'> = new Map([
  [130, 'rsv'],
  [128, 'compact'],
]);

/**
 * Converts a signature to the form for `Curve`. An accepted high S becomes the equivalent low S.
 *
 * @param signature `0x` in lower case, then hex digits in either case
 * @returns undefined for a signature that is malformed, out of range or in another form
 */
export function normalize(
  signature: string,
  accepts: ReadonlySet<SignatureForm>,
): NormalizedSignature | undefined {
  if (!HEX.test(signature)) return undefined;
  const digits = signature.slice(2).toLowerCase();
  const form = FORMS.get(digits.length);
  if (form === undefined || !accepts.has(form)) return undefined;
  const r = digits.slice(0, 64);
  const { s, recovery } = form === 'rsv' ? splitRsv(digits) : splitCompact(digits);
  if (recovery === undefined || !isScalar(r) || !isScalar(s)) return undefined;
  if (!isHigh(s)) return { rs: Buffer.from(r + s, 'hex'), recovery };
  if (!accepts.has('highS')) return undefined;
  return { rs: Buffer.from(r + negate(s), 'hex'), recovery: recovery === 0 ? 1 : 0 };
}

interface Parts {
  readonly s: string;
  /** Undefined for another v than 0, 1, 27 or 28; 35 and above are for transactions (EIP-155). */
  readonly recovery: 0 | 1 | undefined;
}

function splitRsv(digits: string): Parts {
  const v = Number.parseInt(digits.slice(128), 16);
  const parity = v >= 27 ? v - 27 : v;
  const recovery = parity === 0 || parity === 1 ? parity : undefined;
  return { s: digits.slice(64, 128), recovery };
}

function splitCompact(digits: string): Parts {
  const top = Number.parseInt(digits.charAt(64), 16);
  return { s: (top & 7).toString(16) + digits.slice(65), recovery: top < 8 ? 0 : 1 };
}
