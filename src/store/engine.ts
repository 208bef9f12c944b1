/** The port to storage of logs: appends, reads after a version, stores snapshots. */
import type { StoreHealth } from '../contract/control-types.ts';

/** A change of one entry of one part; null deletes it. Values are JSON. */
export interface Patch {
  readonly part: string;
  readonly key: string;
  readonly value: unknown;
}

/** The changes of one unit of work. Versions of a log count up by one. */
export interface LogEntry {
  readonly version: number;
  readonly patches: readonly Patch[];
}

/** The state of a log at a version, as patches of an empty state. */
export interface Snapshot {
  readonly version: number;
  readonly patches: Iterable<Patch>;
  /** Set if the log never has entries, and this snapshot never changes. */
  readonly isFinal?: true;
}

/**
 * The content of a log after a version. Example: a snapshot replaces entries 1 to 9. A read after version 4
 * returns the snapshot and the entries from 10; a read after version 12 returns the entries from 13.
 */
export interface LogContents {
  readonly snapshot?: Snapshot;
  readonly entries: readonly LogEntry[];
  /** The stored bytes of entries and snapshot; 0 for the memory engine. */
  readonly bytes: { readonly entries: number; readonly snapshot: number };
}

/**
 * Logs by name: lower-case letters, digits, `-` and `.`. Methods reject with `StoreUnavailable` if a disk
 * or database fails. Then nothing is written; if the outcome is unknown, the error says so.
 */
export interface Engine {
  readonly name: StoreHealth['engine'];
  /**
   * Appends entries durably, all or none. Calls for one log never overlap.
   *
   * @param state the state after the entries, for an engine that stores no entries
   * @returns bytes written
   * @throws Conflict if another process has appended, or the log was deleted
   */
  append(log: string, entries: readonly LogEntry[], state: Snapshot): Promise<number>;
  /**
   * Reads the contents of several logs after a version, in one step. Logs without newer contents may be
   * omitted.
   *
   * @param versions by log, for example `{ catalog: 12 }`
   */
  read(versions: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, LogContents>>;
  /**
   * Stores a snapshot, which replaces entries up to its version; null deletes the log. Unless the engine is
   * shared, never called during an `append` to the same log; `append` can be called before a save has ended.
   *
   * @returns bytes written
   */
  save(log: string, snapshot: Snapshot | null): Promise<number>;
  /** Resolves to the names of all logs; with a shared engine, only of logs that were not written for an hour. */
  listLogs(): Promise<readonly string[]>;
  /** Resolves to the current state of the store. Never rejects. */
  checkHealth(): Promise<StoreHealth>;
  close(): Promise<void>;
  /** Set if several processes write the same logs. */
  readonly shared?: SharedEngine;
}

export interface SharedEngine {
  /** Unique id of this process: lower-case letters and digits. */
  readonly writer: string;
  /** Reports each log that another process has written; undefined if any log may have changed. */
  onChange(listener: (log: string | undefined) => void): void;
}

/** Another process has appended to the log or deleted it: the unit of work must run again on the newer state. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  constructor() {
    super('another process has changed the workspace');
  }
}

/** Splits patches into chunks of `size`; the last chunk is smaller and may be empty. */
export function* splitIntoChunks(
  patches: Iterable<Patch>,
  size: number,
): Generator<readonly Patch[]> {
  let chunk: Patch[] = [];
  for (const patch of patches) {
    chunk.push(patch);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}
