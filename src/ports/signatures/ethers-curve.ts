import type { Curve } from './curve.ts';

/**
 * Creates secp256k1 in JavaScript, by ethers. It works on every platform, some thirty times slower than the
 * native one.
 */
export async function createEthersCurve(): Promise<Curve> {
  const { Signature, SigningKey } = await import('ethers/crypto');
  return {
    recover(digest, { rs, recovery }) {
      const r = toHex(rs.subarray(0, 32));
      const s = toHex(rs.subarray(32));
      try {
        const key = SigningKey.recoverPublicKey(digest, Signature.from({ r, s, v: recovery }));
        return toBytes(key);
      } catch {
        return undefined; // r is the x of no point
      }
    },
    sign(digest, privateKey) {
      const { r, s, yParity } = new SigningKey(toHex(privateKey)).sign(digest);
      return { rs: Buffer.concat([toBytes(r), toBytes(s)]), recovery: yParity };
    },
    publicKey: (privateKey) => toBytes(SigningKey.computePublicKey(privateKey, false)),
  };
}

function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

function toBytes(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
