/** Which workspaces there are: making, forking, replacing, dropping them. */
import { sql } from 'kysely';

import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Base } from '../state.ts';
import { UnknownWorkspace, WorkspaceReset } from '../store.ts';
import type { NewWorkspace } from '../store.ts';
import { asStarted, freshWorkspace, reloaded } from '../workspace-state.ts';
import { markCommit } from './database.ts';
import type { Database } from './database.ts';
import type { HeldStates } from './held-states.ts';
import type { KeptContent } from './kept-content.ts';
import type { LastUses } from './last-uses.ts';
import { Overtaken } from './trouble.ts';
import type { WorkspaceLives } from './workspace-lives.ts';
import { lockWorkspace } from './workspace-rows.ts';

export class Tenants {
  readonly #database: Database;
  readonly #lives: WorkspaceLives;
  readonly #states: HeldStates;
  readonly #content: KeptContent;
  readonly #uses: LastUses;

  constructor(
    database: Database,
    parts: {
      readonly lives: WorkspaceLives;
      readonly states: HeldStates;
      readonly content: KeptContent;
      readonly uses: LastUses;
    },
  ) {
    this.#database = database;
    this.#lives = parts.lives;
    this.#states = parts.states;
    this.#content = parts.content;
    this.#uses = parts.uses;
  }

  async create({ base, clockStart, chaos = 'off', ...given }: NewWorkspace): Promise<void> {
    await this.#content.keep(base, given.dialect);
    const settings = { ...given, dialect: this.#content.theSame(given.dialect) };
    await this.#lives.make(given.name, async (tx) =>
      this.#lives.insert(
        tx,
        freshWorkspace({ settings, base, clockStart, chaos }, this.#uses.now()),
      ),
    );
  }

  async fork(from: string, name: string): Promise<void> {
    await this.#lives.make(name, async (tx) => {
      const row = await lockWorkspace(tx, from);
      if (row === undefined || this.#uses.haveExpired(row)) throw new UnknownWorkspace(from);
      const origin = await this.#states.upTo(tx, row);
      if (origin === undefined) throw new Overtaken();
      await this.#noteUse(tx, from);
      const { incarnation, settings, ...rest } = origin.state;
      const fork = await this.#lives.insert(tx, { ...rest, settings: { ...settings, name } }, row);
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
        return { result: await this.#lives.ending(tx, [row]), mark: await markCommit(tx) };
      },
    );
    this.#lives.over(ended);
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
    await this.#lives.replace(name, async (state) => {
      if (dialectHash(state.settings.dialect) !== dialectHash(dialect)) {
        throw new WorkspaceReset(name);
      }
      return reloaded(state, base);
    });
  }

  reset(name: string): Promise<void> {
    return this.#lives.replace(name, async (state) => asStarted(state));
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
}
