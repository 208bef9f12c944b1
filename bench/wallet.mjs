/** Wallets that sign with the native secp256k1 of flagbearer, or with ethers if it cannot be loaded. */
import { createRequire } from 'node:module';
import { randomBytes } from 'node:crypto';
import { computeAddress, hashMessage, getBytes, SigningKey } from 'ethers';

/** @param installed the installed package, whose secp256k1 signs */
export function createWallet(installed) {
  const key = randomBytes(32);
  const signDigest = createDigestSigner(installed);
  return {
    address: computeAddress(new SigningKey(key)),
    /** EIP-191, 65 bytes in hex. */
    sign: (message) => signDigest(getBytes(hashMessage(message)), key),
  };
}

/** Undefined before the first use; null if it cannot be loaded. */
let native;

function createDigestSigner({ folder }) {
  if (native === undefined) native = loadNative(folder);
  if (native === null) return (digest, key) => new SigningKey(key).sign(digest).serialized;
  return (digest, key) => {
    const { signature, recid } = native.ecdsaSign(digest, key);
    return `0x${Buffer.from(signature).toString('hex')}${recid === 0 ? '1b' : '1c'}`;
  };
}

function loadNative(folder) {
  try {
    return createRequire(`${folder}/package.json`)('secp256k1');
  } catch {
    return null;
  }
}
