/** The tables, as migrations.ts makes them; what is a Buffer is sealed (sealed-rows.ts), or a digest. Numbers beyond 2^53 never occur. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** JSON text goes in, what it says comes out. It may hold any text, U+0000 included. */
type Json<Value> = ColumnType<Value, string, string>;

export interface Tables {
  /** What the store was made with: one row, or none yet. */
  readonly start: StartTable;
  readonly dialects: { readonly hash: string; readonly document: Json<unknown> };
  /** Content that nobody names any more is dropped some time after it was last asked to be kept. */
  readonly bases: {
    readonly hash: string;
    readonly parts: number;
    readonly kept_at: Generated<Date>;
  };
  readonly base_parts: {
    readonly hash: string;
    readonly part: number;
    readonly content: Buffer;
  };
  readonly workspaces: WorkspaceTable;
  readonly changes: ChangeTable;
  readonly journals: JournalTable;
  readonly calls: {
    readonly incarnation: number;
    readonly number: number;
    /** The weight of all calls up to this one. */
    readonly reach: number;
    readonly content: Buffer;
  };
  /** A mark of each transaction, by which it is told whether it was committed. */
  readonly commits: { readonly id: Generated<string>; readonly at: GeneratedAlways<Date> };
}

interface StartTable {
  readonly one: Generated<boolean>;
  readonly base: string;
  readonly dialect: string;
  readonly content: Buffer;
}

export interface WorkspaceTable {
  readonly name: string;
  readonly incarnation: number;
  /** The incarnation that the one it was forked from began with; without a fork, its own. */
  readonly origin: number;
  /** How many commits its changes have had. */
  readonly version: Generated<number>;
  /** Marks of entries that are gone are kept only of later versions. */
  readonly forgotten: Generated<number>;
  readonly base: string;
  readonly dialect: string;
  readonly content: Buffer;
  /** Milliseconds of wall time. */
  readonly used_at: number;
  /** In the order in which they were made. */
  readonly made: GeneratedAlways<number>;
}

/** An entry of what has changed in a workspace since its base was loaded. */
interface ChangeTable {
  readonly incarnation: number;
  readonly part: string;
  /** Names the key, which may be longer than an index takes. */
  readonly digest: Buffer;
  /** Key and value. */
  readonly content: Buffer;
  /** Whether it is only the mark of an entry that is no more. */
  readonly gone: boolean;
  /** Order within its part; null where it has none. */
  readonly place: number | null;
  /** The version of the workspace that it was last written in. */
  readonly version: number;
  /** Whether the base has such an entry, so that the mark of its going has to stay. */
  readonly lasting: boolean;
}

/** One for each incarnation that was called. */
interface JournalTable {
  readonly incarnation: number;
  /** The number of the last call there was. */
  readonly last: number;
  /** Of all calls there were. */
  readonly weight: number;
  /** Calls up to this one were dropped on purpose. */
  readonly emptied_at: Generated<number>;
}
