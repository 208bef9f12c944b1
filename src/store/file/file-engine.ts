import { resolve } from 'node:path';

import type { StoreHealth } from '../../contract/control-words.ts';
import { UNFINISHED } from '../../ports/files.ts';
import type { Files } from '../../ports/files.ts';
import type { FolderLock } from '../../ports/folder-lock.ts';
import type { Log } from '../../ports/log.ts';
import { CATALOG } from '../catalog.ts';
import { Conflict } from '../engine.ts';
import type { Engine, Entry, Read, Snapshot } from '../engine.ts';
import { StoreRefused, StoreUnavailable } from '../store.ts';
import { codeOf, reasonOf } from './file-error.ts';
import { DamagedFile } from './line.ts';
import { LogFiles } from './log-files.ts';

/** `default.7.json`, `default.7.41.log`. Files of other names are not ours. */
const SNAPSHOT = /^([a-z0-9][a-z0-9.-]*)\.json$/;
const SEGMENT = /^([a-z0-9][a-z0-9.-]*)\.(\d+)\.log$/;

/**
 * Opens the engine `file:DIR`: a folder that one process writes.
 *
 * @throws StoreRefused if the folder is in use, cannot be written, or contains a damaged file
 */
export async function fileEngine(
  setting: string,
  { files, log }: { readonly files: Files; readonly log: Log },
): Promise<Engine> {
  const path = resolve(setting);
  try {
    await files.makeFolder(`${path}/logs`);
    await files.syncFolder(path);
    if (!(await files.isPrivate(path))) {
      const fix = `chmod 700 ${path}`;
      log.warn('other users can read the store folder; restrict it to its owner', { path, fix });
    }
    const lock = await files.lock(path);
    try {
      return new FileEngine(path, lock, await logsIn(`${path}/logs`, files), { files, log });
    } catch (error) {
      await lock.release().catch(() => {});
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    if (isLocked(error)) throw new StoreRefused(`${path}: ${error.message}`);
    throw new StoreRefused(`--store file:${path}: the store can't be opened: ${reasonOf(error)}`);
  }
}

function isLocked(error: unknown): error is Error {
  return codeOf(error) === 'ELOCKED';
}

/** Finds the logs of a folder, and removes what a crash has left unfinished. */
async function logsIn(folder: string, files: Files): Promise<Map<string, LogFiles>> {
  const segments = new Map<string, number[]>();
  const snapshots = new Set<string>();
  for (const name of await files.list(folder)) {
    const [, log] = SNAPSHOT.exec(name.replace(UNFINISHED, '')) ?? [];
    const [, ofLog, after] = SEGMENT.exec(name) ?? [];
    if (log !== undefined && name.endsWith(UNFINISHED)) await files.remove(`${folder}/${name}`);
    else if (log !== undefined) snapshots.add(log);
    else if (ofLog !== undefined)
      segments.set(ofLog, [...(segments.get(ofLog) ?? []), Number(after)]);
  }
  if (!snapshots.has(CATALOG) && snapshots.size > 0) {
    throw new DamagedFile(`${folder}/${CATALOG}.json`, '', 'the file is missing');
  }
  const found = new Map<string, LogFiles>();
  for (const log of new Set([...snapshots, ...segments.keys()])) {
    found.set(log, new LogFiles(`${folder}/${log}`, segments.get(log) ?? [], files));
  }
  return found;
}

class FileEngine implements Engine {
  readonly name = 'file';
  readonly #path: string;
  readonly #files: Files;
  readonly #log: Log;
  #lock: FolderLock;
  readonly #logs: Map<string, LogFiles>;
  /** Why the last write failed. */
  #failure: string | undefined;

  constructor(
    path: string,
    lock: FolderLock,
    logs: Map<string, LogFiles>,
    { files, log }: { readonly files: Files; readonly log: Log },
  ) {
    this.#path = path;
    this.#lock = lock;
    this.#logs = logs;
    this.#files = files;
    this.#log = log;
  }

  append(log: string, entries: readonly Entry[]): Promise<number> {
    return this.#writing(async () => {
      const found = this.#logs.get(log);
      if (found === undefined) throw new Conflict();
      return found.append(entries);
    });
  }

  async read(after: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Read>> {
    const reads = new Map<string, Read>();
    for (const [log, version] of after) {
      const found = this.#logs.get(log);
      if (found === undefined && log === CATALOG) continue;
      try {
        reads.set(log, await (found ?? this.#new(log)).read(version));
      } catch (error) {
        if (error instanceof StoreRefused) throw error;
        const what = codeOf(error) === 'ENOENT' ? 'the file is missing' : reasonOf(error);
        throw new DamagedFile(`${this.#path}/logs/${log}.json`, '', what);
      }
    }
    return reads;
  }

  save(log: string, snapshot: Snapshot | null): Promise<number> {
    return this.#writing(async () => {
      const known = this.#logs.get(log);
      if (snapshot === null) {
        this.#logs.delete(log);
        await known?.delete();
        return 0;
      }
      // Another would be the same.
      if (snapshot.isFinal === true && known !== undefined) return 0;
      const files = known ?? this.#new(log);
      const bytes = await files.save(snapshot);
      this.#logs.set(log, files);
      return bytes;
    });
  }

  async logs(): Promise<readonly string[]> {
    return [...this.#logs.keys()];
  }

  async health(): Promise<StoreHealth> {
    // Nothing is written but what has failed before.
    if (this.#failure !== undefined) {
      await this.#writing(async () => {
        for (const [name, log] of this.#logs) await log.repair(name === CATALOG);
      }).catch(() => {});
    }
    const reason = this.#failure;
    return reason === undefined
      ? { engine: 'file', status: 'ok' }
      : { engine: 'file', status: 'unavailable', reason };
  }

  async close(): Promise<void> {
    // A lock that cannot be released expires.
    await this.#lock.release().catch(() => {});
  }

  #new(log: string): LogFiles {
    return new LogFiles(`${this.#path}/logs/${log}`, [], this.#files);
  }

  async #writing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      if (!this.#lock.isHeld()) this.#lock = await this.#files.lock(this.#path);
      const result = await work();
      if (this.#failure !== undefined) this.#log.warn('the store can be written again');
      this.#failure = undefined;
      return result;
    } catch (error) {
      if (error instanceof Conflict) throw error;
      const reason = isLocked(error) ? 'another process uses its folder' : reasonOf(error);
      if (this.#failure === undefined) {
        this.#log.error('the store can not be written; writes are refused', { err: error });
      }
      this.#failure = reason;
      throw new StoreUnavailable(reason, { cause: error });
    }
  }
}
