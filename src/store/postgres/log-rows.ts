/** The logs of a store as rows; each function is one statement. */
import { sql } from 'kysely';

import type { Entry, Patch, Read, Snapshot } from '../engine.ts';
import type { Sql } from './database.ts';

/** Characters of one row of a snapshot. */
const CHUNK = 2 ** 19;

/**
 * Appends entries where the log is at the version before them.
 *
 * @returns whether it was
 */
export async function appendRows(
  db: Sql,
  log: string,
  { from, to, writer, texts }: { from: number; to: number; writer: string; texts: string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with moved as (
      update logs set version = ${to}, touched = now()
      where workspace = ${log} and version = ${from} returning workspace
    )
    insert into entries (workspace, version, writer, patches)
    select moved.workspace, ${from}::bigint + entry.place, ${writer}, entry.patches
    from moved, unnest(${texts}::text[]) with ordinality as entry (patches, place)
  `.execute(db);
  return numAffectedRows === BigInt(texts.length);
}

/** Returns who has written a version; undefined where that is unknown. */
export async function writerOf(db: Sql, log: string, version: number): Promise<string | undefined> {
  const { rows } = await sql<{ writer: string }>`
    select writer from entries where workspace = ${log} and version = ${version}
  `.execute(db);
  return rows[0]?.writer;
}

interface EntryRow {
  readonly workspace: string;
  readonly after: number;
  readonly version: number | null;
  readonly patches: string | null;
}

/** Reads logs that are newer than a version each; `gaps` are those whose entries since are gone. */
export async function readEntries(
  db: Sql,
  after: ReadonlyMap<string, number>,
): Promise<{ readonly reads: Map<string, Read>; readonly gaps: string[] }> {
  const { rows } = await sql<EntryRow>`
    select known.workspace, known.after, entries.version, entries.patches
    from unnest(${[...after.keys()]}::text[], ${[...after.values()]}::bigint[])
      as known (workspace, after)
    join logs on logs.workspace = known.workspace and logs.version > known.after
    left join entries on entries.workspace = known.workspace and entries.version > known.after
    order by entries.version
  `.execute(db);
  const found = new Map<string, EntryRow[]>();
  for (const row of rows) {
    const others = found.get(row.workspace);
    if (others === undefined) found.set(row.workspace, [row]);
    else others.push(row);
  }
  const reads = new Map<string, Read>();
  const gaps: string[] = [];
  for (const [log, [first, ...others]] of found) {
    if (first === undefined || first.version !== first.after + 1) gaps.push(log);
    else reads.set(log, readOf([first, ...others]));
  }
  return { reads, gaps };
}

/** Reads a log as a whole. */
export async function readWhole(db: Sql, log: string): Promise<Read | undefined> {
  const { rows } = await sql<{ chunk: number; version: number; patches: string }>`
    with latest as (select max(version) as version from snapshots where workspace = ${log})
    select chunk, version, patches from snapshots join latest using (version)
    where workspace = ${log}
    union all
    select 0, entries.version, patches from entries, latest
    where workspace = ${log} and entries.version > latest.version
    order by version, chunk
  `.execute(db);
  const chunks = rows.filter(({ chunk }) => chunk > 0);
  const version = chunks[0]?.version;
  if (version === undefined) return undefined;
  const read = readOf(rows.filter(({ chunk }) => chunk === 0));
  return {
    ...read,
    snapshot: { version, patches: chunks.flatMap(({ patches }) => JSON.parse(patches) as Patch[]) },
    bytes: { ...read.bytes, snapshot: bytesOf(chunks) },
  };
}

/** Stores a snapshot. @returns its characters */
export async function saveRows(db: Sql, log: string, snapshot: Snapshot): Promise<number> {
  const { version } = snapshot;
  const texts = chunksOf(snapshot);
  // Entries go only where nobody needs them: each append says which version it follows.
  await sql`
    with begun as (
      insert into logs (workspace, version) values (${log}, ${version}) on conflict do nothing
    ), older as (
      delete from snapshots where workspace = ${log} and version < ${version}
    ), folded as (
      delete from entries where workspace = ${log} and version <= ${version}
    )
    insert into snapshots (workspace, version, chunk, patches)
    select ${log}, ${version}, chunk.place, chunk.patches
    from unnest(${texts}::text[]) with ordinality as chunk (patches, place)
    on conflict do nothing
  `.execute(db);
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Says that a log is needed. @returns whether it is there */
export async function touchRows(db: Sql, log: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update logs set touched = now() where workspace = ${log}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes a log, and the journal of its generation. */
export async function deleteRows(db: Sql, log: string): Promise<void> {
  const generation = Number(log.split('.')[1] ?? -1);
  await sql`
    with entry as (delete from entries where workspace = ${log}),
      snapshot as (delete from snapshots where workspace = ${log}),
      journal as (delete from journals where generation = ${generation}),
      call as (delete from calls where generation = ${generation})
    delete from logs where workspace = ${log}
  `.execute(db);
}

export async function untouchedLogs(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ workspace: string }>`
    select workspace from logs where touched < now() - interval '1 hour'
  `.execute(db);
  return rows.map(({ workspace }) => workspace);
}

function readOf(rows: readonly { version: number | null; patches: string | null }[]): Read {
  const entries: Entry[] = [];
  for (const { version, patches } of rows) {
    if (version === null || patches === null) continue;
    entries.push({ version, patches: JSON.parse(patches) as Patch[] });
  }
  return { entries, bytes: { entries: bytesOf(rows), snapshot: 0 } };
}

function bytesOf(rows: readonly { readonly patches: string | null }[]): number {
  return rows.reduce((sum, { patches }) => sum + (patches?.length ?? 0), 0);
}

function chunksOf({ patches }: Snapshot): string[] {
  const chunks: string[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const patch of patches) {
    const text = JSON.stringify(patch);
    texts.push(text);
    length += text.length;
    if (length < CHUNK) continue;
    chunks.push(`[${texts.join(',')}]`);
    texts = [];
    length = 0;
  }
  return [...chunks, `[${texts.join(',')}]`];
}
