/** The seal of a database: what its key is made of, and whether the one that is given is the one. */
import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

import type { Files } from '../../ports/files.ts';
import type { Log } from '../../ports/log.ts';
import type { Sealing, Sealings } from '../../ports/sealing.ts';
import { heldSecret, newSecret } from '../seal/given-key.ts';
import type { GivenKey } from '../seal/given-key.ts';
import { newSeal, unlocked } from '../seal/seal.ts';
import type { Seal, SealedBy } from '../seal/seal.ts';
import { StoreRefused } from '../store.ts';
import type { ServerAddress } from './server-address.ts';

export interface SealOptions {
  readonly files: Files;
  readonly log: Log;
  readonly sealings: Sealings;
  readonly key: GivenKey;
}

/** No secret at all: a database without key and password is sealed with what it tells itself. */
const OPEN_SECRET = '0'.repeat(64);

const HOW = '--store-key-file or FLAGBEARER_STORE_KEY';

export class DatabaseSeal {
  readonly #address: ServerAddress;
  readonly #options: SealOptions;
  #made: Sealing | undefined;

  constructor(address: ServerAddress, options: SealOptions) {
    this.#address = address;
    this.#options = options;
  }

  /** Seals a database that has no seal yet. To be called where nobody else does so. */
  async make(db: QueryExecutorProvider): Promise<Sealing> {
    const { by, secret } = await this.#newSecret();
    const { seal, sealing } = await newSeal(by, secret, this.#options.sealings);
    await sql`insert into seal (document) values (${JSON.stringify(seal)}::json)`.execute(db);
    this.#made = sealing;
    return sealing;
  }

  /** @throws StoreRefused where the key is missing or is another one; nothing has changed then */
  async open(db: QueryExecutorProvider): Promise<Sealing> {
    const { rows } = await sql<{ document: Seal }>`select document from seal`.execute(db);
    const seal = rows[0]?.document;
    if (seal === undefined) throw this.#refused('has lost its seal (the row of the table seal)');
    const secret = await this.#heldSecret(seal);
    const sealing = this.#made ?? (await unlocked(seal, secret, this.#options.sealings));
    if (sealing === undefined) throw this.#refused(WRONG[seal.by]);
    if (seal.by === 'open') {
      this.#options.log.warn(
        `the store is sealed with no secret: whoever has a copy of the database can read it; begin one with ${HOW}`,
      );
    }
    return sealing;
  }

  async #newSecret(): Promise<{ readonly by: SealedBy; readonly secret: string }> {
    const { key, files, sealings } = this.#options;
    if (key.kind !== 'usual') return { by: 'key', secret: await newSecret(key, files, sealings) };
    const { password } = this.#address;
    return password === ''
      ? { by: 'open', secret: OPEN_SECRET }
      : { by: 'password', secret: password };
  }

  async #heldSecret({ by }: Seal): Promise<string> {
    const { key, files } = this.#options;
    if (by === 'open') {
      if (key.kind === 'usual') return OPEN_SECRET;
      throw this.#refused(`was made without a key; leave it out, or name another schema`);
    }
    if (key.kind !== 'usual') return heldSecret(key, files);
    const { password } = this.#address;
    if (by === 'password' && password !== '') return password;
    throw this.#refused(by === 'key' ? `was sealed with a key: give it with ${HOW}` : WRONG[by]);
  }

  #refused(what: string): StoreRefused {
    return new StoreRefused(`the store ${this.#address.shown} ${what}; nothing in it was changed`);
  }
}

const WRONG: Readonly<Record<SealedBy, string>> = {
  key: `was sealed with another key than the one that is given with ${HOW}`,
  password:
    'was sealed with the password that its URL had when it was made: give that one as FLAGBEARER_STORE_KEY',
  open: 'has another seal than it was made with',
};
