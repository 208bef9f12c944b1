/** What a store was begun with, as every replica finds it, and the end of all. */
import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { Base } from '../state.ts';
import { UnknownWorkspace } from '../store.ts';
import type { StoreStart, Tenancy } from '../store.ts';
import { freshWorkspace, reloaded } from '../workspace-state.ts';
import { markCommit } from './database.ts';
import type { Database } from './database.ts';
import type { HeldStates } from './held-states.ts';
import type { KeptContent } from './kept-content.ts';
import type { LastUses } from './last-uses.ts';
import type { SealedRows } from './sealed-rows.ts';
import type { WorkspaceLives } from './workspace-lives.ts';

export class Beginning {
  readonly #database: Database;
  readonly #lives: WorkspaceLives;
  readonly #states: HeldStates;
  readonly #content: KeptContent;
  readonly #uses: LastUses;
  readonly #tenancy: Tenancy;
  readonly #sealed: SealedRows;

  constructor(
    database: Database,
    parts: {
      readonly lives: WorkspaceLives;
      readonly states: HeldStates;
      readonly content: KeptContent;
      readonly uses: LastUses;
      readonly tenancy: Tenancy;
      readonly sealed: SealedRows;
    },
  ) {
    this.#database = database;
    this.#lives = parts.lives;
    this.#states = parts.states;
    this.#content = parts.content;
    this.#uses = parts.uses;
    this.#tenancy = parts.tenancy;
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
      (tx) => this.#lives.lockMaking(tx),
      async (tx) => {
        const known = await tx.selectFrom('start').select('one').executeTakeFirst();
        if (known !== undefined) return { result: undefined, mark: undefined };
        await tx
          .insertInto('start')
          .values({
            base: this.#sealed.nameOf(base),
            dialect: dialectHash(dialect),
            content: this.#sealed.start.seal({
              scenario,
              seed,
              chaos,
              clockStart: clockStart ?? null,
            }),
          })
          .execute();
        const settings = { name: this.#tenancy.permanent, seed, dialect };
        const first = freshWorkspace({ settings, base, clockStart, chaos }, this.#uses.now());
        return { result: await this.#lives.insert(tx, first), mark: await markCommit(tx) };
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
    await this.#lives.replace(permanent, async (state, tx) => {
      await tx
        .updateTable('start')
        .set({ base: this.#sealed.nameOf(base) })
        .execute();
      return reloaded(state, base);
    });
  }

  async clear(): Promise<void> {
    const ended = await this.#database.commit(
      (tx) => this.#lives.lockMaking(tx),
      async (tx) => {
        const gone = await tx.deleteFrom('workspaces').returning(['name', 'incarnation']).execute();
        await tx.deleteFrom('start').execute();
        return { result: await this.#lives.ending(tx, gone), mark: await markCommit(tx) };
      },
    );
    this.#lives.over(ended);
  }
}
