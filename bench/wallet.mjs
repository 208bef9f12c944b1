/** Wallets that sign with the native secp256k1 of flagbearer, or with ethers if the native module cannot be loaded. */
import { createRequire } from 'node:module';
import { randomBytes } from 'node:crypto';
import { computeAddress, hashMessage, getBytes, SigningKey } from 'ethers';

/** @type {(digest: Uint8Array, key: Uint8Array) => string} */
let signDigest;

/** @param {{ folder: string }} installed the package whose secp256k1 signs */
export function createWallet({ folder }) {
  signDigest ??= createDigestSigner(folder);
  const key = randomBytes(32);
  return {
    address: computeAddress(new SigningKey(key)),
    /** Signs a message (EIP-191); returns 65 bytes in hex. */
    sign: (message) => signDigest(getBytes(hashMessage(message)), key),
  };
}

function createDigestSigner(folder) {
  let secp256k1;
  try {
    secp256k1 = createRequire(`${folder}/package.json`)('secp256k1');
  } catch {
    return (digest, key) => new SigningKey(key).sign(digest).serialized;
  }
  return (digest, key) => {
    const { signature, recid } = secp256k1.ecdsaSign(digest, key);
    return `0x${Buffer.from(signature).toString('hex')}${recid === 0 ? '1b' : '1c'}`;
  };
}
