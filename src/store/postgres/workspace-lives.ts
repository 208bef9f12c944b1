/** How a workspace comes to be, is replaced and ends, as rows, within one transaction each. */
import { sql } from 'kysely';

import { UnknownWorkspace, WorkspaceExists, WorkspaceLimit } from '../store.ts';
import type { HeldWorkspace, Tenancy } from '../store.ts';
import { freshWorkspace } from '../workspace-state.ts';
import type { NewState, WorkspaceState } from '../workspace-state.ts';
import { markCommit } from './database.ts';
import type { Database, Transacting } from './database.ts';
import type { Held, HeldStates } from './held-states.ts';
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

export class WorkspaceLives {
  readonly #database: Database;
  readonly #states: HeldStates;
  readonly #uses: LastUses;
  readonly #tenancy: Tenancy;
  readonly #channel: string;
  readonly #sealed: SealedRows;

  constructor(
    database: Database,
    parts: {
      readonly states: HeldStates;
      readonly uses: LastUses;
      readonly tenancy: Tenancy;
      readonly channel: string;
      readonly sealed: SealedRows;
    },
  ) {
    this.#database = database;
    this.#states = parts.states;
    this.#uses = parts.uses;
    this.#tenancy = parts.tenancy;
    this.#channel = parts.channel;
    this.#sealed = parts.sealed;
  }

  /** Makes one of a name that none has, within the limit; those that have expired go. */
  async make(name: string, insert: (tx: Transacting) => Promise<Held>): Promise<void> {
    const { made, ended } = await this.#database.commit(
      (tx) => this.lockMaking(tx),
      async (tx) => {
        const gone = await this.#dropExpired(tx, name);
        await this.#refuseAnother(tx, name);
        const held = await insert(tx);
        const result = { made: held, ended: await this.ending(tx, gone) };
        return { result, mark: await markCommit(tx) };
      },
    );
    this.over(ended);
    this.#states.committed(made);
  }

  /** One maker at a time, of all replicas. */
  async lockMaking(tx: Transacting): Promise<void> {
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
  async insert(tx: Transacting, next: Next, like?: WorkspaceRow): Promise<Held> {
    const state = { ...next, incarnation: await nextIncarnation(tx) };
    const beginning = { version: 0, forgotten: 0, origin: state.incarnation };
    const { version, forgotten, origin } = like ?? beginning;
    const usedAt = this.#uses.now();
    await tx
      .insertInto('workspaces')
      .values({
        ...columnsOf(state, this.#sealed),
        version,
        forgotten,
        origin,
        used_at: usedAt,
      })
      .execute();
    return { state, version, usedAt };
  }

  /**
   * Ends what a workspace is, and begins it anew under its name.
   *
   * @throws UnknownWorkspace
   */
  async replace(
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
            version: 0,
            forgotten: 0,
            origin: state.incarnation,
          })
          .where('name', '=', name)
          .execute();
        const result = {
          held: { state, version: 0, usedAt: row.used_at },
          ended: await this.ending(tx, [row], state.incarnation),
        };
        return { result, mark: await markCommit(tx) };
      },
    );
    this.#states.committed(held);
    this.over(ended);
  }

  /** @param incarnation the one that stands from now on, if there is one */
  async ending(
    tx: Transacting,
    gone: readonly HeldWorkspace[],
    incarnation?: number,
  ): Promise<readonly HeldWorkspace[]> {
    await announce(
      tx,
      this.#channel,
      ...gone.map(({ name, incarnation: ended }) => ({
        name,
        ended,
        ...(incarnation !== undefined && { incarnation, version: 0 }),
      })),
    );
    return gone.map(({ name, incarnation: ended }) => ({ name, incarnation: ended }));
  }

  /** What they had goes in the background, however much it is; a start sweeps what is left. */
  over(ended: readonly HeldWorkspace[]): void {
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
