/** Signs for `personal_sign` (EIP-191, version 0x45) in the page. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { etc, hashes, sign, Signature } from '@noble/secp256k1';

// The HMAC of browsers is asynchronous, and not available without a secure context.
hashes.sha256 = sha256;
hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);

/**
 * The kinds of invalid signatures:
 *
 * - `wrongKey`: signed with another key.
 * - `wrongMessage`: the signed message is altered.
 * - `highS`: s is in the upper half of the order (EIP-2).
 * - `malformed`: truncated to 40 bytes.
 */
export const SIGNATURE_FAULTS = ['wrongKey', 'wrongMessage', 'highS', 'malformed'] as const;
export type SignatureFault = (typeof SIGNATURE_FAULTS)[number];

/** `signMessage`, in this process or another one. */
export type Signer = (...args: Parameters<typeof signMessage>) => string | Promise<string>;

/** The order of the group of secp256k1 (SEC 2, 2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Signs a message.
 *
 * @param message bytes as 0x and hex digits, or a text
 * @param privateKey 0x and 64 hex digits
 * @returns r, s and v (27 or 28): 65 bytes as 0x and lower-case hex
 */
export function signMessage(message: string, privateKey: string, fault?: SignatureFault): string {
  const isHex = /^0x(?:[0-9a-fA-F]{2})*$/.test(message);
  const bytes = isHex ? etc.hexToBytes(message.slice(2)) : encode(message);
  const payload = fault === 'wrongMessage' ? etc.concatBytes(bytes, encode('.')) : bytes;
  const key = etc.hexToBytes(privateKey.slice(2));
  const signature = signDigest(hashMessage(payload), fault === 'wrongKey' ? keccak_256(key) : key);
  if (fault === 'highS') signature.set(toHighS(signature));
  return `0x${etc.bytesToHex(fault === 'malformed' ? signature.subarray(0, 40) : signature)}`;
}

function hashMessage(message: Uint8Array): Uint8Array {
  const prefix = `\x19Ethereum Signed Message:\n${message.length}`;
  return keccak_256(etc.concatBytes(encode(prefix), message));
}

function signDigest(hash: Uint8Array, key: Uint8Array): Uint8Array {
  const [recovery = 0, ...rs] = sign(hash, key, { prehash: false, format: 'recovered' });
  return Uint8Array.of(...rs, 27 + recovery);
}

/** Returns (r, n - s) with the other parity: an equivalent signature. n is ORDER. */
function toHighS(signature: Uint8Array): Uint8Array {
  const { r, s } = Signature.fromBytes(signature.subarray(0, 64));
  const v = signature[64] === 27 ? 28 : 27;
  return Uint8Array.of(...new Signature(r, ORDER - s).toBytes(), v);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
