import { sql } from 'kysely';

import type {
  HeldWorkspace,
  SharedCall,
  SharedCalls,
  SharedLimits,
  SharedPage,
} from '../shared-calls.ts';
import type { Announcements } from './announcements.ts';
import type { Database } from './database.ts';

/** How announcements of journals begin. */
const JOURNAL = 'journal:';

/** The calls of the journals of all replicas, beside the logs. */
export class CallRows implements SharedCalls {
  readonly #database: Database;
  readonly #announcements: Announcements;
  readonly #heard = new Set<(workspace: HeldWorkspace | undefined) => void>();

  constructor(database: Database, announcements: Announcements) {
    this.#database = database;
    this.#announcements = announcements;
  }

  /** The row of the journal is what appending replicas take turns on, so numbers have no gaps. */
  async append(
    workspace: HeldWorkspace,
    calls: readonly SharedCall[],
    limits: SharedLimits,
  ): Promise<number | undefined> {
    const { generation } = workspace;
    let weight = 0;
    const reaches = calls.map((call) => (weight += call.weight));
    const texts = calls.map(({ text }) => text);
    // Best effort: it is tried once, and what is lost is lost.
    const { rows } = await sql<{ last: number }>`
      with moved as (
        insert into journals as known (generation, last, weight)
        values (${generation}, ${calls.length}, ${weight})
        on conflict (generation) do update set
          last = known.last + excluded.last,
          weight = known.weight + excluded.weight
        returning last, weight
      ), added as (
        insert into calls (generation, number, reach, content)
        select ${generation}::bigint, moved.last - ${calls.length}::bigint + fresh.place,
          moved.weight - ${weight}::bigint + fresh.reach, fresh.content
        from moved, unnest(${texts}::text[], ${reaches}::bigint[])
          with ordinality as fresh (content, reach, place)
      ), dropped as (
        delete from calls using moved
        where calls.generation = ${generation} and (
          calls.number <= moved.last - ${limits.calls}::bigint
          or calls.reach <= moved.weight - ${limits.weight}::bigint
        )
      )
      select last from moved
    `.execute(this.#database.sql);
    this.#announce(workspace);
    return rows[0]?.last;
  }

  async after({ generation }: HeldWorkspace, number: number): Promise<SharedPage> {
    const { rows } = await this.#database.patiently(() =>
      sql<{ last: number; emptied_at: number; calls: string | null }>`
        select last, emptied_at, (
          select '[' || string_agg('{"number":' || number || ',"content":' || content || '}', ','
            order by number) || ']'
          from calls where calls.generation = journals.generation and number > ${number}
        ) as calls
        from journals where generation = ${generation}
      `.execute(this.#database.sql),
    );
    const [row] = rows;
    return {
      emptiedAt: row?.emptied_at ?? 0,
      last: row?.last ?? 0,
      calls: JSON.parse(row?.calls ?? '[]') as SharedPage['calls'],
    };
  }

  async empty(workspace: HeldWorkspace): Promise<void> {
    const { generation } = workspace;
    await this.#database.patiently(() =>
      sql`
        with emptied as (
          update journals set emptied_at = last where generation = ${generation} returning last
        )
        delete from calls using emptied where generation = ${generation} and number <= last
      `.execute(this.#database.sql),
    );
    this.#announce(workspace);
  }

  onNews(heard: (workspace: HeldWorkspace | undefined) => void): void {
    this.#heard.add(heard);
  }

  /**
   * Takes an announcement; undefined where some may have been missed.
   *
   * @returns whether it was one of a journal
   */
  takes(announced: string | undefined): boolean {
    const isJournal = announced?.startsWith(JOURNAL) ?? false;
    if (announced !== undefined && !isJournal) return false;
    const [name = '', generation] = (announced ?? '').slice(JOURNAL.length).split('.');
    const workspace = isJournal ? { name, generation: Number(generation) } : undefined;
    for (const heard of this.#heard) heard(workspace);
    return isJournal;
  }

  #announce({ name, generation }: HeldWorkspace): void {
    this.#announcements.announce(`${JOURNAL}${name}.${generation}`);
  }
}
