// Numbers modulo the order of secp256k1 (SEC 2 §2.4.1), each written as 64 lower-case hex digits.
// Strings of equal length and case sort like the numbers.

const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const HALF_ORDER = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';
const ZERO = '0'.repeat(64);

/** Returns whether a number is at least 1 and below the order: valid as private key, r or s. */
export function isScalar(digits: string): boolean {
  return digits > ZERO && digits < ORDER;
}

/** Returns whether s is in the upper half of the order; `negate` then returns the equivalent low s. */
export function isHigh(digits: string): boolean {
  return digits > HALF_ORDER;
}

/** Returns n - s: (r, n - s) is a valid signature of the same digest, with the other recovery id. */
export function negate(digits: string): string {
  return (BigInt(`0x${ORDER}`) - BigInt(`0x${digits}`)).toString(16).padStart(64, '0');
}

/** Returns the sum modulo the order. */
export function add(left: string, right: string): string {
  const sum = BigInt(`0x${left}`) + BigInt(`0x${right}`);
  return (sum % BigInt(`0x${ORDER}`)).toString(16).padStart(64, '0');
}
