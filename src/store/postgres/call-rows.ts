import { sql } from 'kysely';

import type { SharedCall, SharedCalls, SharedLimits, SharedPage } from '../shared-calls.ts';
import type { HeldWorkspace } from '../store.ts';
import type { Announcement } from './announcements.ts';
import type { Database } from './database.ts';
import type { SealedRows } from './sealed-rows.ts';
import { announce } from './workspace-rows.ts';

/** The calls of the journals of all replicas. They stand beside the units of work. */
export class CallRows implements SharedCalls {
  readonly #database: Database;
  readonly #channel: string;
  readonly #sealed: SealedRows;
  readonly #heard = new Set<(workspace: HeldWorkspace | undefined) => void>();

  constructor(
    database: Database,
    { channel, sealed }: { readonly channel: string; readonly sealed: SealedRows },
  ) {
    this.#database = database;
    this.#channel = channel;
    this.#sealed = sealed;
  }

  /** The row of the journal is what appending replicas take turns on, so numbers have no gaps. */
  async append(
    { name, incarnation }: HeldWorkspace,
    calls: readonly SharedCall[],
    limits: SharedLimits,
  ): Promise<number | undefined> {
    let weight = 0;
    const reaches = calls.map((call) => (weight += call.weight));
    const sealed = calls.map(({ text }) => this.#sealed.call.seal(text, incarnation));
    const announcement: Announcement = { name, journal: incarnation };
    // Best effort: it is tried once, and what is lost is lost.
    const { rows } = await sql<{ last: number }>`
      with moved as (
        insert into journals as known (incarnation, last, weight)
        select incarnation, ${calls.length}::bigint, ${weight}::bigint
        from workspaces where incarnation = ${incarnation}::bigint
        on conflict (incarnation) do update set
          last = known.last + excluded.last,
          weight = known.weight + excluded.weight
        returning last, weight
      ), kept as (
        insert into calls (incarnation, number, reach, content)
        select ${incarnation}::bigint, moved.last - ${calls.length}::bigint + fresh.place,
          moved.weight - ${weight}::bigint + fresh.reach, fresh.content
        from moved, unnest(${sealed}::bytea[], ${reaches}::bigint[])
          with ordinality as fresh (content, reach, place)
      ), dropped as (
        delete from calls using moved
        where calls.incarnation = ${incarnation}::bigint and (
          calls.number <= moved.last - ${limits.calls}::bigint
          or calls.reach <= moved.weight - ${limits.weight}::bigint
        )
      )
      select last, pg_notify(${this.#channel}, ${JSON.stringify(announcement)}) from moved
    `.execute(this.#database.sql);
    return rows[0]?.last;
  }

  async after({ incarnation }: HeldWorkspace, number: number): Promise<SharedPage> {
    const rows = await this.#database.patiently(() =>
      this.#database.sql
        .selectFrom('journals')
        .leftJoin('calls', (join) =>
          join.onRef('calls.incarnation', '=', 'journals.incarnation').on('number', '>', number),
        )
        .where('journals.incarnation', '=', incarnation)
        .select(['last', 'emptied_at', 'number', 'content'])
        .orderBy('number')
        .execute(),
    );
    return {
      emptiedAt: rows[0]?.emptied_at ?? 0,
      last: rows[0]?.last ?? 0,
      calls: rows.flatMap(({ number, content }) =>
        number === null || content === null
          ? []
          : { number, content: this.#sealed.call.unseal(content, incarnation) },
      ),
    };
  }

  async empty({ name, incarnation }: HeldWorkspace): Promise<void> {
    await this.#database.patiently(() =>
      this.#database.sql.transaction().execute(async (tx) => {
        const emptied = await tx
          .updateTable('journals')
          .set(({ ref }) => ({ emptied_at: ref('last') }))
          .where('incarnation', '=', incarnation)
          .returning('last')
          .executeTakeFirst();
        if (emptied === undefined) return;
        await tx.deleteFrom('calls').where('incarnation', '=', incarnation).execute();
        await announce(tx, this.#channel, { name, journal: incarnation });
      }),
    );
  }

  onNews(heard: (workspace: HeldWorkspace | undefined) => void): void {
    this.#heard.add(heard);
  }

  /** @param workspace undefined where nobody has listened for a while */
  tell(workspace: HeldWorkspace | undefined): void {
    for (const heard of this.#heard) heard(workspace);
  }
}
