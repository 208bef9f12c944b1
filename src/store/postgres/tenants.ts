/** Which workspaces there are: making, forking, replacing, dropping them. */
import { sql } from 'kysely';

import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Base } from '../state.ts';
import { UnknownWorkspace, WorkspaceExists, WorkspaceLimit, WorkspaceReset } from '../store.ts';
import type { HeldWorkspace, NewWorkspace, StoreStart, Tenancy } from '../store.ts';
import { freshWorkspace } from '../workspace-state.ts';
import type { NewState, WorkspaceState } from '../workspace-state.ts';
import { markCommit } from './database.ts';
import type { Database, Transacting } from './database.ts';
import type { Held, HeldStates } from './held-states.ts';
import type { KeptContent } from './kept-content.ts';
import type { LastUses } from './last-uses.ts';
import type { SealedRows } from './sealed-rows.ts';
import { Overtaken } from './trouble.ts';
import {
  announce,
  BY_INCARNATION,
  columnsOf,
  lockWorkspace,
  nextIncarnation,
} from './workspace-rows.ts';
import type { WorkspaceRow } from './workspace-rows.ts';

/** An advisory lock is a number that all who use it agree on; this one is for each schema. */
const MAKERS = 0x666c_6167;

/** What a workspace becomes, but for its number. */
type Next = Omit<WorkspaceState, 'incarnation'>;

export class Tenants {
  readonly #database: Database;
  readonly #states: HeldStates;
  readonly #content: KeptContent;
  readonly #uses: LastUses;
  readonly #tenancy: Tenancy;
  readonly #channel: string;
  readonly #sealed: SealedRows;

  constructor(
    database: Database,
    parts: {
      readonly states: HeldStates;
      readonly content: KeptContent;
      readonly uses: LastUses;
      readonly tenancy: Tenancy;
      readonly channel: string;
      readonly sealed: SealedRows;
    },
  ) {
    this.#database = database;
    this.#states = parts.states;
    this.#content = parts.content;
    this.#uses = parts.uses;
    this.#tenancy = parts.tenancy;
    this.#channel = parts.channel;
    this.#sealed = parts.sealed;
  }

  start(): Promise<StoreStart | undefined> {
    return this.#database.patiently(async () => {
      const db = this.#database.sql;
      const row = await db.selectFrom('start').selectAll().executeTakeFirst();
      if (row === undefined) return undefined;
      const { clockStart, ...said } = this.#sealed.start.unseal(row.content);
      return {
        ...said,
        clockStart: clockStart ?? undefined,
        base: await this.#content.base(db, row.base),
        dialect: await this.#content.dialect(db, row.dialect),
      };
    });
  }

  async begin(start: StoreStart): Promise<StoreStart> {
    const { base, seed, clockStart, scenario, chaos } = start;
    await this.#content.keep(base, start.dialect);
    const dialect = this.#content.theSame(start.dialect);
    const made = await this.#database.commit(
      (tx) => this.#lockMaking(tx),
      async (tx) => {
        const known = await tx.selectFrom('start').select('one').executeTakeFirst();
        if (known !== undefined) return { result: undefined, mark: undefined };
        await tx
          .insertInto('start')
          .values({
            base: this.#sealed.nameOf(base),
            dialect: dialectHash(dialect),
            content: this.#sealed.start.seal({
              ...{ scenario, seed, chaos },
              clockStart: clockStart ?? null,
            }),
          })
          .execute();
        const settings = { name: this.#tenancy.permanent, seed, dialect };
        const first = freshWorkspace({ settings, base, clockStart, chaos }, this.#uses.now());
        return { result: await this.#insert(tx, first), mark: await markCommit(tx) };
      },
    );
    if (made !== undefined) {
      this.#states.committed(made);
      return start;
    }
    return (await this.start()) ?? this.begin(start);
  }

  async restart(base: Base): Promise<void> {
    const start = await this.start();
    const { permanent } = this.#tenancy;
    if (start === undefined) throw new UnknownWorkspace(permanent);
    await this.#content.keep(base, start.dialect);
    await this.#replace(permanent, async (state, tx) => {
      await tx
        .updateTable('start')
        .set({ base: this.#sealed.nameOf(base) })
        .execute();
      return this.#loaded(state, base);
    });
  }

  async clear(): Promise<void> {
    const ended = await this.#database.commit(
      (tx) => this.#lockMaking(tx),
      async (tx) => {
        const gone = await tx.deleteFrom('workspaces').returning(['name', 'incarnation']).execute();
        await tx.deleteFrom('start').execute();
        return { result: await this.#ending(tx, gone), mark: await markCommit(tx) };
      },
    );
    this.#over(ended);
  }

  async create({ base, clockStart, chaos = 'off', ...given }: NewWorkspace): Promise<void> {
    await this.#content.keep(base, given.dialect);
    const settings = { ...given, dialect: this.#content.theSame(given.dialect) };
    await this.#make(given.name, async (tx) =>
      this.#insert(tx, freshWorkspace({ settings, base, clockStart, chaos }, this.#uses.now())),
    );
  }

  async fork(from: string, name: string): Promise<void> {
    await this.#make(name, async (tx) => {
      const row = await lockWorkspace(tx, from);
      if (row === undefined || this.#uses.haveExpired(row)) throw new UnknownWorkspace(from);
      const origin = await this.#states.upTo(tx, row);
      if (origin === undefined) throw new Overtaken();
      await this.#noteUse(tx, from);
      const { incarnation, settings, ...rest } = origin.state;
      const fork = await this.#insert(tx, { ...rest, settings: { ...settings, name } }, row);
      await sql`insert into changes
        (incarnation, part, digest, content, gone, place, version, lasting)
        select ${fork.state.incarnation}::bigint, part, digest, content, gone, place, version, lasting
        from changes where incarnation = ${incarnation}::bigint`.execute(tx);
      return fork;
    });
  }

  async delete(name: string): Promise<void> {
    const ended = await this.#database.commit(
      (tx) => lockWorkspace(tx, name),
      async (tx, row) => {
        if (row === undefined || this.#uses.haveExpired(row)) throw new UnknownWorkspace(name);
        await tx.deleteFrom('workspaces').where('name', '=', name).execute();
        return { result: await this.#ending(tx, [row]), mark: await markCommit(tx) };
      },
    );
    this.#over(ended);
  }

  async names(): Promise<readonly string[]> {
    const rows = await this.#database.patiently(() =>
      this.#database.sql
        .selectFrom('workspaces')
        .select(['name', 'used_at'])
        .orderBy('made')
        .execute(),
    );
    return rows.filter((row) => !this.#uses.haveExpired(row)).map(({ name }) => name);
  }

  async load(name: string, base: Base, dialect: Dialect): Promise<void> {
    await this.#content.keep(base, dialect);
    await this.#replace(name, async (state) => {
      if (dialectHash(state.settings.dialect) !== dialectHash(dialect)) {
        throw new WorkspaceReset(name);
      }
      return this.#loaded(state, base);
    });
  }

  reset(name: string): Promise<void> {
    return this.#replace(name, async (state) => ({
      ...state,
      chaos: state.startChaos.setting.level,
    }));
  }

  touch(name: string): Promise<void> {
    return this.#database.patiently(() => this.#noteUse(this.#database.sql, name));
  }

  async #noteUse(db: Database['sql'], name: string): Promise<void> {
    const now = this.#uses.now();
    await db
      .updateTable('workspaces')
      .set({ used_at: now })
      .where('name', '=', name)
      .where('used_at', '<', now)
      .execute();
  }

  #loaded({ settings, clockStart, startChaos }: WorkspaceState, base: Base): NewState {
    const hasClock = base.clock !== null || base.runtime !== null;
    const { level: chaos } = startChaos.setting;
    return { settings, base, clockStart: hasClock ? undefined : clockStart, chaos };
  }

  async #make(name: string, insert: (tx: Transacting) => Promise<Held>): Promise<void> {
    const { made, ended } = await this.#database.commit(
      (tx) => this.#lockMaking(tx),
      async (tx) => {
        const gone = await this.#dropExpired(tx, name);
        await this.#refuseAnother(tx, name);
        const held = await insert(tx);
        const result = { made: held, ended: await this.#ending(tx, gone) };
        return { result, mark: await markCommit(tx) };
      },
    );
    this.#over(ended);
    this.#states.committed(made);
  }

  async #lockMaking(tx: Transacting): Promise<void> {
    await sql`select pg_advisory_xact_lock(${MAKERS}, hashtext(${this.#channel}))`.execute(tx);
  }

  /** Those that somebody writes to are left alone, but for the one that is to be made. */
  async #dropExpired(tx: Transacting, own: string): Promise<readonly HeldWorkspace[]> {
    const end = this.#uses.lastUseOfExpired();
    if (end === null) return [];
    const { rows } = await sql<HeldWorkspace>`
      delete from workspaces where name in (
        select name from workspaces
        where used_at <= ${end}::bigint and name <> ${this.#tenancy.permanent}
        for update skip locked
      ) returning name, incarnation`.execute(tx);
    const row = await lockWorkspace(tx, own);
    if (row === undefined || !this.#uses.haveExpired(row)) return rows;
    await tx.deleteFrom('workspaces').where('name', '=', own).execute();
    return [...rows, row];
  }

  async #refuseAnother(tx: Transacting, name: string): Promise<void> {
    const { permanent, limit } = this.#tenancy;
    const known = await tx
      .selectFrom('workspaces')
      .select('name')
      .where('name', '=', name)
      .executeTakeFirst();
    if (known !== undefined) throw new WorkspaceExists(name);
    if (name === permanent || limit === Infinity) return;
    const { count } = await tx
      .selectFrom('workspaces')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('name', '<>', permanent)
      .executeTakeFirstOrThrow();
    if (count >= limit) throw new WorkspaceLimit(limit);
  }

  /** @param like a workspace that has come as far, if there is one */
  async #insert(tx: Transacting, next: Next, like?: WorkspaceRow): Promise<Held> {
    const state = { ...next, incarnation: await nextIncarnation(tx) };
    const beginning = { version: 0, forgotten: 0, origin: state.incarnation };
    const { version, forgotten, origin } = like ?? beginning;
    const usedAt = this.#uses.now();
    await tx
      .insertInto('workspaces')
      .values({
        ...columnsOf(state, this.#sealed),
        ...{ version, forgotten, origin },
        used_at: usedAt,
      })
      .execute();
    return { state, version, usedAt };
  }

  async #replace(
    name: string,
    next: (state: WorkspaceState, tx: Transacting) => Promise<NewState>,
  ): Promise<void> {
    const { held, ended } = await this.#database.commit(
      (tx) => lockWorkspace(tx, name),
      async (tx, row) => {
        if (row === undefined || this.#uses.haveExpired(row)) throw new UnknownWorkspace(name);
        const before = await this.#states.upTo(tx, row);
        if (before === undefined) throw new Overtaken();
        const fresh = freshWorkspace(await next(before.state, tx), this.#uses.now());
        const state = { ...fresh, incarnation: await nextIncarnation(tx) };
        await tx
          .updateTable('workspaces')
          .set({
            ...columnsOf(state, this.#sealed),
            ...{ version: 0, forgotten: 0, origin: state.incarnation },
          })
          .where('name', '=', name)
          .execute();
        const result = {
          held: { state, version: 0, usedAt: row.used_at },
          ended: await this.#ending(tx, [row], state.incarnation),
        };
        return { result, mark: await markCommit(tx) };
      },
    );
    this.#states.committed(held);
    this.#over(ended);
  }

  /** @param incarnation the one that stands from now on, if there is one */
  async #ending(
    tx: Transacting,
    gone: readonly HeldWorkspace[],
    incarnation?: number,
  ): Promise<readonly HeldWorkspace[]> {
    await announce(
      tx,
      this.#channel,
      ...gone.map(({ name, incarnation: ended }) => ({
        ...{ name, ended },
        ...(incarnation !== undefined && { incarnation, version: 0 }),
      })),
    );
    return gone.map(({ name, incarnation: ended }) => ({ name, incarnation: ended }));
  }

  /** What they had goes in the background, however much it is; a start sweeps what is left. */
  #over(ended: readonly HeldWorkspace[]): void {
    for (const workspace of ended) this.#states.end(workspace);
    if (ended.length === 0) return;
    const incarnations = ended.map(({ incarnation }) => incarnation);
    for (const table of BY_INCARNATION) {
      this.#database.sql
        .deleteFrom(table)
        .where('incarnation', 'in', incarnations)
        .execute()
        .catch(() => {});
    }
  }
}
