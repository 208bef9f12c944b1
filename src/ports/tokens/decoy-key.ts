import { createECDH, createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import type { JWK } from 'jose';

import { toUuid } from '../draws.ts';
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';

/** The PKCS #8 prefix of the 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Returns the public key to show for an unknown workspace, so that clients cannot find out which workspaces exist.
 * A name always gets the same key. Without the secret, clients cannot distinguish it from the key of a workspace.
 */
export function createDecoyKey(
  algorithm: SigningAlgorithm,
  name: string,
  secret: string,
): SigningKey {
  const drawBytes = (purpose: string): Buffer =>
    createHmac('sha512', secret)
      .update(JSON.stringify([name, algorithm, purpose]))
      .digest();
  return {
    kid: toUuid(drawBytes('kid')),
    algorithm,
    jwk: PUBLIC_PARTS[algorithm](drawBytes),
    createTime: new Date(0).toISOString(),
  };
}

const PUBLIC_PARTS: Record<SigningAlgorithm, (drawBytes: (purpose: string) => Buffer) => JWK> = {
  ES256(drawBytes) {
    const pair = createECDH('prime256v1');
    const scalar = drawBytes('d').subarray(0, 32);
    // A scalar without the highest bit is below the order of the curve.
    scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0);
    pair.setPrivateKey(scalar);
    const point = pair.getPublicKey();
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
    return { kty: 'EC', crv: 'P-256', x, y };
  },
  EdDSA(drawBytes) {
    const key = Buffer.concat([ED25519_HEAD, drawBytes('d').subarray(0, 32)]);
    const pair = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
    return { ...pair.export({ format: 'jwk' }) };
  },
  RS256(drawBytes) {
    // 2048 bits and odd: only its factors reveal that it is not a product of two primes.
    const n = Buffer.concat(['n0', 'n1', 'n2', 'n3'].map(drawBytes));
    n.writeUInt8(n.readUInt8(0) | 0x80, 0);
    n.writeUInt8(n.readUInt8(n.length - 1) | 1, n.length - 1);
    return { kty: 'RSA', n: n.toString('base64url'), e: 'AQAB' };
  },
  HS256: () => ({}),
};
