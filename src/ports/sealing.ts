/** Secrets at rest: what a store keeps is sealed, so that a copy of it alone tells nothing. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto';

import { BoundedCache } from '../bounded-cache.ts';

/** What was sealed with another key, for another place, or has been changed since. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';
  constructor() {
    super('this was sealed with another key or for another place, or was changed');
  }
}

/** Seals with one key. */
export interface Sealing {
  /**
   * @param place where it is kept; what is moved elsewhere can not be opened there
   * @param text without lone surrogates, as all JSON is
   */
  seal(place: string, text: string): Buffer;
  /** @throws BrokenSeal */
  unseal(place: string, sealed: Uint8Array): string;
  /** 32 bytes that name some data, and let nobody without the key tell whether a guess of it is right. */
  digest(data: string | Buffer): Buffer;
}

export interface Sealings {
  /** A key that nobody has yet: 32 bytes as hex. */
  newKey(): string;
  /** What makes a key of a store differ from that of every other. */
  newSalt(): Buffer;
  /**
   * @param secret 32 bytes as hex or base64; else a passphrase, which takes some tenths of a second
   * @param salt as `newSalt` made it
   */
  of(secret: string, salt: Uint8Array): Promise<Sealing>;
}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const COUNT_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = SALT_BYTES + COUNT_BYTES;
/** Keys of other processes that are worked out again at need. */
const MOST_KEYS = 256;
/** 32 MiB, three times over: what OWASP asks for (Password Storage Cheat Sheet). */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 };

/**
 * AES-256-GCM (NIST SP 800-38D). Each process seals with a key of its own, which HKDF (RFC 5869) makes of
 * the store's and 16 random bytes, and counts its nonces: none is used twice, however long a store lives.
 *
 * What is sealed is: those 16 bytes, the count in 8, the ciphertext, the tag in 16.
 */
export const aesSealings: Sealings = {
  newKey: () => randomBytes(KEY_BYTES).toString('hex'),
  newSalt: () => randomBytes(SALT_BYTES),
  async of(secret, salt) {
    const key = derived(await keyOf(secret, salt), salt, 'store');
    return new AesSealing(key, randomBytes(SALT_BYTES));
  },
};

class AesSealing implements Sealing {
  readonly #key: Buffer;
  readonly #digestKey: Buffer;
  readonly #ownSalt: Buffer;
  readonly #ownKey: Buffer;
  readonly #keys = new BoundedCache<string, Buffer>(MOST_KEYS);
  #count = 0n;

  constructor(key: Buffer, ownSalt: Buffer) {
    this.#key = key;
    this.#digestKey = derived(key, Buffer.alloc(0), 'digest');
    this.#ownSalt = ownSalt;
    this.#ownKey = derived(key, ownSalt, 'seal');
  }

  seal(place: string, text: string): Buffer {
    const count = Buffer.alloc(COUNT_BYTES);
    count.writeBigUInt64BE((this.#count += 1n));
    const cipher = createCipheriv(ALGORITHM, this.#ownKey, nonceOf(count));
    cipher.setAAD(Buffer.from(place));
    const sealed = cipher.update(text, 'utf8');
    cipher.final();
    return Buffer.concat([this.#ownSalt, count, sealed, cipher.getAuthTag()]);
  }

  unseal(place: string, sealed: Uint8Array): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes.length < HEAD_BYTES + TAG_BYTES) throw new BrokenSeal();
    const key = this.#keyFor(bytes.subarray(0, SALT_BYTES));
    const count = bytes.subarray(SALT_BYTES, HEAD_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(count), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new BrokenSeal();
    }
    return text.toString('utf8');
  }

  digest(data: string | Buffer): Buffer {
    return createHmac('sha256', this.#digestKey).update(data).digest();
  }

  #keyFor(salt: Buffer): Buffer {
    if (salt.equals(this.#ownSalt)) return this.#ownKey;
    const name = salt.toString('hex');
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = derived(this.#key, salt, 'seal');
    this.#keys.set(name, key);
    return key;
  }
}

function nonceOf(count: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(NONCE_BYTES - COUNT_BYTES), count]);
}

function derived(key: Buffer, salt: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `flagbearer ${purpose}`, KEY_BYTES));
}

/** Bytes that were drawn need no stretching; what people think up does. */
async function keyOf(secret: string, salt: Uint8Array): Promise<Buffer> {
  if (/^[0-9a-f]{64}$/i.test(secret)) return Buffer.from(secret, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(secret)) return Buffer.from(secret, 'base64');
  return new Promise((resolve, reject) => {
    scrypt(secret.normalize('NFC'), salt, KEY_BYTES, SCRYPT, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
