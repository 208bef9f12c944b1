/** The rows of workspaces, and what is written into them. */
import { sql } from 'kysely';
import type { Selectable } from 'kysely';

import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { WorkspaceState } from '../workspace-state.ts';
import type { Announcement } from './announcements.ts';
import type { ChangeRow, ReadRow } from './change-rows.ts';
import type { Sql, Transacting } from './database.ts';
import type { SealedRows } from './sealed-rows.ts';
import type { WorkspaceTable } from './tables.ts';
import { Overtaken } from './trouble.ts';

export type WorkspaceRow = Selectable<WorkspaceTable>;

export async function selectWorkspaces(
  db: Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceRow>> {
  const rows = await db
    .selectFrom('workspaces')
    .selectAll()
    .where('name', '=', sql<string>`any(${names})`)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** Takes the workspace for the rest of the transaction: no other one changes it meanwhile. */
export function lockWorkspace(tx: Transacting, name: string): Promise<WorkspaceRow | undefined> {
  return tx
    .selectFrom('workspaces')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

/** What a state says of its workspace. */
export function columnsOf(
  { incarnation, settings, base, clockStart, startClock, startChaos, loadedAt }: WorkspaceState,
  sealed: SealedRows,
): Pick<WorkspaceTable, 'name' | 'incarnation' | 'base' | 'dialect' | 'content'> {
  const { name, seed } = settings;
  const content = { seed, clockStart: clockStart ?? null, startClock, startChaos, loadedAt };
  return {
    name,
    incarnation,
    base: sealed.nameOf(base),
    dialect: dialectHash(settings.dialect),
    content: sealed.workspace.seal(content, name, incarnation),
  };
}

export async function nextIncarnation(tx: Transacting): Promise<number> {
  const { rows } = await sql<{ next: number }>`select nextval('incarnations') as next`.execute(tx);
  return rows[0]?.next ?? Number.NaN;
}

/** Entries that were written later than a version, and the version that they lead to. */
export interface LaterRows {
  readonly rows: readonly ReadRow[];
  readonly version: number;
}

/**
 * Reads, in one snapshot, what an incarnation has had since a version.
 *
 * @returns undefined where the incarnation is over, or marks of that time are forgotten
 */
export async function selectLaterRows(
  db: Sql,
  { incarnation, since }: { readonly incarnation: number; readonly since: number },
  sealed: SealedRows,
): Promise<LaterRows | undefined> {
  const rows = await db
    .selectFrom('workspaces')
    .leftJoin('changes', (join) =>
      join
        .onRef('changes.incarnation', '=', 'workspaces.incarnation')
        .on('changes.version', '>', since),
    )
    .where('workspaces.incarnation', '=', incarnation)
    .select(['workspaces.version', 'workspaces.forgotten', 'workspaces.origin'])
    .select(['changes.part', 'changes.digest', 'changes.content', 'changes.place'])
    .orderBy('changes.place')
    .execute();
  const [first] = rows;
  if (first === undefined || (since > 0 && since < first.forgotten)) return undefined;
  return {
    version: first.version,
    rows: rows.flatMap(({ origin, part, digest, content, place }) => {
      if (part === null || digest === null || content === null) return [];
      const [key, value = null] = sealed.change.unseal(content, { origin, part, digest });
      return { part, key, value, place };
    }),
  };
}

/** Which state entries go on from. */
export interface WrittenTo {
  readonly incarnation: number;
  readonly origin: number;
  /** The version that the entries were worked out from. */
  readonly seen: number;
}

/**
 * Writes entries, moves the workspace on by a version and announces it, in one statement. The keys of `changes`
 * settle it: an entry that was written since the version which this one goes on from is left alone.
 *
 * @returns the mark of the transaction
 * @throws Overtaken where anybody else has written meanwhile; the transaction has to be given up
 */
export async function writeRows(
  tx: Transacting,
  { incarnation, origin, seen }: WrittenTo,
  rows: readonly ChangeRow[],
  {
    sealed,
    channel,
    announcement,
  }: {
    readonly sealed: SealedRows;
    readonly channel: string;
    readonly announcement: Announcement;
  },
): Promise<string> {
  const next = seen + 1;
  const digests = rows.map(({ key }) => sealed.digestOf(key));
  const contents = rows.map(({ part, key, value }, at) =>
    sealed.change.seal(value === undefined ? [key] : [key, value], {
      origin,
      part,
      digest: digests[at] ?? Buffer.alloc(0),
    }),
  );
  const found = await sql<{ written: number; moved: number; mark: string }>`
    with written as (
      insert into changes as known (incarnation, part, digest, content, gone, place, lasting, version)
      select ${incarnation}::bigint, fresh.*, ${next}::bigint from unnest(
        ${rows.map(({ part }) => part)}::text[],
        ${digests}::bytea[],
        ${contents}::bytea[],
        ${rows.map(({ value }) => value === undefined)}::boolean[],
        ${rows.map(({ place }) => place)}::bigint[],
        ${rows.map(({ lasting }) => lasting)}::boolean[]
      ) as fresh (part, digest, content, gone, place, lasting)
      on conflict (incarnation, part, digest) do update set
        content = excluded.content,
        gone = excluded.gone,
        place = case when excluded.gone then null
          else coalesce(excluded.place, known.place) end,
        lasting = excluded.lasting,
        version = excluded.version
      where known.version <= ${seen}::bigint
      returning 1
    ), moved as (
      update workspaces set version = ${next}::bigint
      where incarnation = ${incarnation}::bigint and version = ${seen}::bigint
      returning 1
    ), marked as (
      insert into commits default values returning id
    )
    select
      (select count(*) from written) as written,
      (select count(*) from moved) as moved,
      (select id from marked) as mark,
      pg_notify(${channel}, ${JSON.stringify(announcement)})
  `.execute(tx);
  const [{ written, moved, mark } = { written: 0, moved: 0, mark: '' }] = found.rows;
  if (written !== rows.length || moved !== 1) throw new Overtaken();
  return mark;
}

/** Tells all replicas, this one too, once the transaction is committed. */
export async function announce(
  tx: Sql,
  channel: string,
  ...announcements: readonly Announcement[]
): Promise<void> {
  for (const announcement of announcements) {
    await sql`select pg_notify(${channel}, ${JSON.stringify(announcement)})`.execute(tx);
  }
}

/** Marks of entries that are gone, and of commits, are not needed for ever. */
export async function forgetMarks(
  tx: Transacting,
  { incarnation, upTo }: { readonly incarnation: number; readonly upTo: number },
): Promise<void> {
  await tx
    .deleteFrom('changes')
    .where('incarnation', '=', incarnation)
    .where('gone', '=', true)
    .where('lasting', '=', false)
    .where('version', '<=', upTo)
    .execute();
  await tx
    .updateTable('workspaces')
    .set({ forgotten: upTo })
    .where('incarnation', '=', incarnation)
    .execute();
  await tx
    .deleteFrom('commits')
    .where('at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}

/** What an incarnation has, and leaves behind when it is over. */
export const BY_INCARNATION = ['changes', 'journals', 'calls'] as const;

/** Drops what no workspace has any more: it takes as long as there is much, so nobody waits for it. */
export async function sweep(db: Sql): Promise<void> {
  for (const name of BY_INCARNATION) {
    const table = sql.table(name);
    await sql`delete from ${table}
      where not exists (select from workspaces where incarnation = ${table}.incarnation)`.execute(
      db,
    );
  }
  await sql`delete from bases
    where kept_at < now() - interval '1 hour'
      and not exists (select from workspaces where base = bases.hash)
      and not exists (select from start where base = bases.hash)`.execute(db);
}
