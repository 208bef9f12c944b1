import type { Curve } from './curve.ts';

/**
 * secp256k1 in JavaScript, by ethers. Works on every platform, some thirty times slower than the
 * native one.
 */
export async function ethersCurve(): Promise<Curve> {
  const { Signature, SigningKey } = await import('ethers/crypto');
  return {
    recover(digest, { rs, recovery }) {
      const r = hexOf(rs.subarray(0, 32));
      const s = hexOf(rs.subarray(32));
      try {
        const publicKey = SigningKey.recoverPublicKey(
          digest,
          Signature.from({ r, s, v: recovery }),
        );
        return bytesOf(publicKey);
      } catch {
        return undefined; // r is the x of no point
      }
    },
    sign(digest, privateKey) {
      const { r, s, yParity } = new SigningKey(hexOf(privateKey)).sign(digest);
      return { rs: Buffer.concat([bytesOf(r), bytesOf(s)]), recovery: yParity };
    },
    publicKey: (privateKey) => bytesOf(SigningKey.computePublicKey(privateKey, false)),
  };
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
