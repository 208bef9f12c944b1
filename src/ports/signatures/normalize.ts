import { isHigh, isScalar, negate } from './scalar.ts';

/**
 * The forms of a signature that a deployment may accept (dialect: wallet.signature.accepts).
 *
 * - `rsv`: r, s and v, 65 bytes; v is 27 or 28, or 0 or 1.
 * - `compact`: r and s with the parity of y in the top bit of s, 64 bytes (EIP-2098).
 * - `highS`: s may be above half the order, in either form. Only low S makes a signature unique (EIP-2).
 */
export type SignatureForm = 'rsv' | 'compact' | 'highS';

/**
 * Why a signature is invalid. `recoveryByte`: v is not 0, 1, 27 or 28; 35 and above are for transactions
 * (EIP-155). `outOfRange`: r or s is zero, or not below the order of the curve.
 */
export type MalformedSignature =
  'malformedHex' | 'wrongLength' | 'formNotAccepted' | 'recoveryByte' | 'outOfRange';

/** A signature in the form for the engines. */
export interface NormalizedSignature {
  /** r and s, 32 bytes each, big-endian; s is always low. */
  readonly rs: Uint8Array;
  /** The parity of y of the point that r is the x of. */
  readonly recovery: 0 | 1;
}

export type Normalized =
  | ({ readonly outcome: 'normalized' } & NormalizedSignature)
  | { readonly outcome: 'refused'; readonly reason: MalformedSignature };

interface Parts {
  readonly r: string;
  readonly s: string;
  readonly recovery: 0 | 1;
}

const HEX = /^0x[0-9a-fA-F]*$/;
const RSV_DIGITS = 130;
const COMPACT_DIGITS = 128;

/**
 * Converts a signature to one form, before any cryptography. An accepted high S becomes the equivalent low
 * S.
 *
 * @param signature `0x` in lower case, then hex digits in either case
 */
export function normalize(signature: string, accepts: ReadonlySet<SignatureForm>): Normalized {
  if (!HEX.test(signature)) return createRefused('malformedHex');
  const digits = signature.slice(2).toLowerCase();

  const form = detectForm(digits);
  if (form === undefined) return createRefused('wrongLength');
  if (!accepts.has(form)) return createRefused('formNotAccepted');

  const parts = form === 'rsv' ? splitRsv(digits) : splitCompact(digits);
  if (parts === undefined) return createRefused('recoveryByte');
  if (!isScalar(parts.r) || !isScalar(parts.s)) return createRefused('outOfRange');

  if (!isHigh(parts.s)) return createNormalized(parts);
  if (!accepts.has('highS')) return createRefused('formNotAccepted');
  return createNormalized({
    r: parts.r,
    s: negate(parts.s),
    recovery: parts.recovery === 0 ? 1 : 0,
  });
}

function detectForm(digits: string): 'rsv' | 'compact' | undefined {
  if (digits.length === RSV_DIGITS) return 'rsv';
  return digits.length === COMPACT_DIGITS ? 'compact' : undefined;
}

function splitRsv(digits: string): Parts | undefined {
  const recovery = toRecovery(Number.parseInt(digits.slice(128), 16));
  if (recovery === undefined) return undefined;
  return { r: digits.slice(0, 64), s: digits.slice(64, 128), recovery };
}

function toRecovery(v: number): 0 | 1 | undefined {
  if (v === 0 || v === 27) return 0;
  return v === 1 || v === 28 ? 1 : undefined;
}

function splitCompact(digits: string): Parts {
  const top = Number.parseInt(digits.charAt(64), 16);
  const s = (top & 7).toString(16) + digits.slice(65);
  return { r: digits.slice(0, 64), s, recovery: top < 8 ? 0 : 1 };
}

function createNormalized({ r, s, recovery }: Parts): Normalized {
  return { outcome: 'normalized', rs: Buffer.from(r + s, 'hex'), recovery };
}

function createRefused(reason: MalformedSignature): Normalized {
  return { outcome: 'refused', reason };
}
