/** Seals what rows of a database said in clear: the step from the first form of the tables to the second. */
import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

import type { Chaos, ClockSetting } from '../state.ts';
import type { SealedRows, StartContent } from './sealed-rows.ts';

type Db = QueryExecutorProvider;

/** No statement takes long, however many rows there are. */
const ROWS_OF_A_STEP = 2000;

export async function sealRows(db: Db, sealed: SealedRows): Promise<void> {
  await sealBases(db, sealed);
  await sealStart(db, sealed);
  await sealWorkspaces(db, sealed);
  await sealChanges(db, sealed);
  await sealCalls(db, sealed);
}

async function sealBases(db: Db, sealed: SealedRows): Promise<void> {
  await sql`alter table base_parts add column sealed bytea, alter column content drop not null`.execute(
    db,
  );
  const { rows: bases } = await sql<{ hash: string }>`select hash from bases`.execute(db);
  for (const { hash } of bases) {
    const name = sealed.nameOf({ hash });
    await sql`insert into bases (hash, parts, kept_at)
      select ${name}, parts, kept_at from bases where hash = ${hash}`.execute(db);
    const { rows: parts } = await sql<{ part: number }>`
      select part from base_parts where hash = ${hash}`.execute(db);
    for (const { part } of parts) {
      const { rows } = await sql<{ content: unknown }>`
        select content from base_parts where hash = ${hash} and part = ${part}`.execute(db);
      await sql`insert into base_parts (hash, part, sealed)
        values (${name}, ${part}, ${sealed.basePart.seal(rows[0]?.content, name, part)})`.execute(
        db,
      );
    }
    await sql`update workspaces set base = ${name} where base = ${hash}`.execute(db);
    await sql`update start set base = ${name} where base = ${hash}`.execute(db);
    await sql`delete from bases where hash = ${hash}`.execute(db);
  }
  await sql`alter table base_parts drop column content`.execute(db);
  await sql`alter table base_parts rename column sealed to content`.execute(db);
  await sql`alter table base_parts alter column content set not null`.execute(db);
}

async function sealStart(db: Db, sealed: SealedRows): Promise<void> {
  await sql`alter table start add column content bytea`.execute(db);
  const { rows } = await sql<StartContent>`
    select scenario, seed, chaos, clock_start as "clockStart" from start`.execute(db);
  for (const row of rows) {
    await sql`update start set content = ${sealed.start.seal(row)}`.execute(db);
  }
  await sql`alter table start
    alter column content set not null,
    drop column scenario, drop column seed, drop column chaos, drop column clock_start`.execute(db);
}

interface ClearWorkspace {
  readonly name: string;
  readonly incarnation: number;
  readonly seed: number;
  readonly clockStart: number | null;
  readonly startClock: ClockSetting;
  readonly startChaos: Chaos;
  readonly loadedAt: string;
}

async function sealWorkspaces(db: Db, sealed: SealedRows): Promise<void> {
  await sql`alter table workspaces add column origin bigint, add column content bytea`.execute(db);
  const { rows } = await sql<ClearWorkspace>`select name, incarnation, seed,
    clock_start as "clockStart", start_clock as "startClock", start_chaos as "startChaos",
    loaded_at as "loadedAt" from workspaces`.execute(db);
  for (const { name, incarnation, ...content } of rows) {
    const sealedContent = sealed.workspace.seal(content, name, incarnation);
    await sql`update workspaces set origin = incarnation, content = ${sealedContent}
      where name = ${name}`.execute(db);
  }
  await sql`alter table workspaces
    alter column origin set not null, alter column content set not null,
    drop column seed, drop column clock_start, drop column start_clock,
    drop column start_chaos, drop column loaded_at`.execute(db);
}

interface ClearChange {
  readonly incarnation: number;
  readonly part: string;
  readonly digest: Buffer;
  readonly key: string;
  readonly value: readonly unknown[] | null;
}

async function sealChanges(db: Db, sealed: SealedRows): Promise<void> {
  await sql`alter table changes add column content bytea, add column gone boolean`.execute(db);
  for (;;) {
    const { rows } = await sql<ClearChange>`select incarnation, part, digest, key, value
      from changes where content is null limit ${ROWS_OF_A_STEP}`.execute(db);
    if (rows.length === 0) break;
    const digests = rows.map(({ key }) => sealed.digestOf(key));
    const contents = rows.map(({ incarnation: origin, part, key, value }, at) =>
      sealed.change.seal(value === null ? [key] : [key, value], {
        origin,
        part,
        digest: digests[at] ?? Buffer.alloc(0),
      }),
    );
    await sql`update changes set
        digest = fresh.sealed_digest, content = fresh.content, gone = changes.value is null
      from unnest(
        ${rows.map(({ incarnation }) => incarnation)}::bigint[],
        ${rows.map(({ part }) => part)}::text[],
        ${rows.map(({ digest }) => digest)}::bytea[],
        ${digests}::bytea[],
        ${contents}::bytea[]
      ) as fresh (incarnation, part, digest, sealed_digest, content)
      where changes.incarnation = fresh.incarnation
        and changes.part = fresh.part and changes.digest = fresh.digest`.execute(db);
  }
  await sql`alter table changes
    alter column content set not null, alter column gone set not null,
    drop column key, drop column value,
    add check (not gone or place is null)`.execute(db);
}

async function sealCalls(db: Db, sealed: SealedRows): Promise<void> {
  await sql`alter table calls add column sealed bytea`.execute(db);
  for (;;) {
    const { rows } = await sql<{ incarnation: number; number: number; content: unknown }>`
      select incarnation, number, content from calls where sealed is null limit ${ROWS_OF_A_STEP}`.execute(
      db,
    );
    if (rows.length === 0) break;
    const contents = rows.map(({ incarnation, content }) =>
      sealed.call.seal(JSON.stringify(content), incarnation),
    );
    await sql`update calls set sealed = fresh.sealed
      from unnest(
        ${rows.map(({ incarnation }) => incarnation)}::bigint[],
        ${rows.map(({ number }) => number)}::bigint[],
        ${contents}::bytea[]
      ) as fresh (incarnation, number, sealed)
      where calls.incarnation = fresh.incarnation and calls.number = fresh.number`.execute(db);
  }
  await sql`alter table calls drop column content`.execute(db);
  await sql`alter table calls rename column sealed to content`.execute(db);
  await sql`alter table calls alter column content set not null`.execute(db);
}
