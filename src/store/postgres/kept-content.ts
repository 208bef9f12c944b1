/** Bases and dialects: each is kept once, under the hash of what it says. */
import { sql as sqlText } from 'kysely';

import { BoundedCache } from '../../bounded-cache.ts';
import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { loadDialect } from '../../dialect/load.ts';
import { baseFromStored, storedBase } from '../base-document.ts';
import type { StoredBase } from '../base-document.ts';
import type { Base } from '../state.ts';
import { StoreRefused } from '../store.ts';
import type { Database, Sql } from './database.ts';
import type { SealedRows } from './sealed-rows.ts';

/** What a base says beside its users. */
type BaseHead = Omit<StoredBase, 'users' | 'identities'>;
/** A slice of its users, in order, and of the identities that they have. */
type BasePart = Pick<StoredBase, 'users' | 'identities'>;

const USERS_OF_A_PART = 2000;
/** Content that is read again when a workspace that has it is called. */
const MOST_KEPT = 64;

export class KeptContent {
  readonly #database: Database;
  readonly #sealed: SealedRows;
  /** By their names. */
  readonly #bases = new BoundedCache<string, Base>(MOST_KEPT);
  readonly #dialects = new BoundedCache<string, Dialect>(MOST_KEPT);

  constructor(database: Database, sealed: SealedRows) {
    this.#database = database;
    this.#sealed = sealed;
    this.theSame(defaultDialect);
  }

  /** The one object that stands for all dialects that say the same. */
  theSame(dialect: Dialect): Dialect {
    const hash = dialectHash(dialect);
    const known = this.#dialects.get(hash);
    if (known === undefined) this.#dialects.set(hash, dialect);
    return known ?? dialect;
  }

  /** Keeps a base and a dialect, before anything names them. */
  async keep(base: Base, dialect: Dialect): Promise<void> {
    this.theSame(dialect);
    const name = this.#sealed.nameOf(base);
    this.#bases.set(name, this.#bases.get(name) ?? base);
    await this.#database.patiently(async () => {
      await this.#database.sql
        .insertInto('dialects')
        .values({ hash: dialectHash(dialect), document: JSON.stringify(dialect) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await this.#keepBase(base, name);
    });
  }

  async dialect(sql: Sql, hash: string): Promise<Dialect> {
    const known = this.#dialects.get(hash);
    if (known !== undefined) return known;
    const { document } = await sql
      .selectFrom('dialects')
      .select('document')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    const loaded = await loadDialect({ version: 1, values: document });
    if ('findings' in loaded) {
      const [first] = loaded.findings;
      throw new StoreRefused(
        `the store holds a dialect that this version does not take: ${first?.pointer} ${first?.message}`,
      );
    }
    this.#dialects.set(hash, loaded.dialect);
    return loaded.dialect;
  }

  /** @param name as the row of a workspace has it */
  async base(sql: Sql, name: string): Promise<Base> {
    const known = this.#bases.get(name);
    if (known !== undefined) return known;
    const { parts } = await sql
      .selectFrom('bases')
      .select('parts')
      .where('hash', '=', name)
      .executeTakeFirstOrThrow();
    const contents: unknown[] = [];
    // One by one: no statement takes long, however many users there are.
    for (let part = 0; part < parts; part += 1) {
      const { content } = await sql
        .selectFrom('base_parts')
        .select('content')
        .where('hash', '=', name)
        .where('part', '=', part)
        .executeTakeFirstOrThrow();
      contents.push(this.#sealed.basePart.unseal(content, name, part));
    }
    const base = baseOf(contents);
    this.#bases.set(name, base);
    return base;
  }

  async #keepBase(base: Base, name: string): Promise<void> {
    const { sql } = this.#database;
    const kept = await sql
      .updateTable('bases')
      .set({ kept_at: sqlText<Date>`now()` })
      .where('hash', '=', name)
      .executeTakeFirstOrThrow();
    if (kept.numUpdatedRows > 0n) return;
    const contents = contentsOf(base);
    await sql.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows: made } = await tx
        .insertInto('bases')
        .values({ hash: name, parts: contents.length })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (made === 0n) return;
      for (const [part, content] of contents.entries()) {
        await tx
          .insertInto('base_parts')
          .values({
            hash: name,
            part,
            content: this.#sealed.basePart.seal(content, name, part),
          })
          .execute();
      }
    });
  }
}

/** No row is large, however many users there are. */
function contentsOf(base: Base): readonly (BaseHead | BasePart)[] {
  const { users, identities, ...head } = storedBase(base);
  const parts: BasePart[] = [];
  const most = Math.max(users.length, identities.length);
  for (let at = 0; at < most; at += USERS_OF_A_PART) {
    const end = at + USERS_OF_A_PART;
    parts.push({ users: users.slice(at, end), identities: identities.slice(at, end) });
  }
  return [head, ...parts];
}

/** The rows are ours: they hold what `contentsOf` has written. */
function baseOf([head, ...rest]: readonly unknown[]): Base {
  const parts = rest as readonly BasePart[];
  return baseFromStored({
    ...(head as BaseHead),
    users: parts.flatMap(({ users }) => users),
    identities: parts.flatMap(({ identities }) => identities),
  });
}
