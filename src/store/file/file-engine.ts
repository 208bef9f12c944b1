import { resolve } from 'node:path';

import { getErrorCode } from '../../error-code.ts';
import { writeAndSync, type Files } from '../../ports/files.ts';
import type { FolderLock } from '../../ports/folder-lock.ts';
import type { Log } from '../../ports/log.ts';
import { CATALOG } from '../catalog.ts';
import { Conflict, type Engine, type LogContents } from '../engine.ts';
import { StartError } from '../../start-error.ts';
import { StoreUnavailable } from '../store.ts';
import { DamagedFile, describeStoreProblem } from './file-errors.ts';
import { LogFiles } from './log-files.ts';

/**
 * The files of logs: `7.default.3.json`, and `7.default.3.41.log` with the entries after version 41. The
 * generation (7) comes first, so that no name of a workspace is a device name of Windows (`con`).
 */
const LOG_FILE = /^(?<log>[a-z0-9][a-z0-9.-]*?)(\.(?<after>\d+)\.log|\.json(?<unfinished>\.tmp)?)$/;

const PROBE_SIZE = 64 * 1024;

interface Ports {
  readonly files: Files;
  readonly log: Log;
}

/**
 * Opens the engine `file:DIR`: a folder that one process writes.
 *
 * @throws StartError if the folder is in use, cannot be written, or contains a damaged file
 */
export async function openFileEngine(folder: string, ports: Ports): Promise<Engine> {
  const path = resolve(folder);
  const { files, log } = ports;
  try {
    await files.createFolder(`${path}/logs`);
    await files.syncFolder(path);
    if (!(await files.isPrivate(path))) {
      const fix = `chmod 700 ${path}`;
      log.warn('other users can read the store folder; restrict it to its owner', { path, fix });
    }
    const lock = await files.lock(path);
    try {
      return createEngine(path, lock, await findLogs(`${path}/logs`, files), ports);
    } catch (error) {
      await lock.release().catch(() => {});
      throw error;
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (isLocked(error)) throw new StartError(`${path}: ${error.message}`);
    throw new StartError(
      `--store file:${path}: the store cannot be opened: ${describeStoreProblem(error)}. Fix this, or use another path.`,
    );
  }
}

function isLocked(error: unknown): error is Error {
  return getErrorCode(error) === 'ELOCKED';
}

/** Finds the logs of a folder, and removes files that a crash has left unfinished. */
async function findLogs(folder: string, files: Files): Promise<Map<string, LogFiles>> {
  const segmentsByLog = new Map<string, number[]>();
  const names = await files.list(folder);
  for (const name of names) {
    const { log, after, unfinished } = LOG_FILE.exec(name)?.groups ?? {};
    if (unfinished !== undefined) await files.remove(`${folder}/${name}`);
    else if (log !== undefined) {
      const segments = segmentsByLog.get(log) ?? [];
      segmentsByLog.set(log, after === undefined ? segments : [...segments, Number(after)]);
    }
  }
  const logs = new Map<string, LogFiles>();
  for (const [log, segments] of segmentsByLog)
    logs.set(log, new LogFiles(`${folder}/${log}`, segments, files));
  const catalog = `${CATALOG}.json`;
  const isUnfinished = !names.includes(catalog) && !(await logs.get(CATALOG)?.hasEntries());
  // The first start was killed before the catalog had a snapshot, so the catalog is created again.
  if (isUnfinished) logs.delete(CATALOG);
  if (!logs.has(CATALOG) && logs.size > 0) {
    throw new DamagedFile(`${folder}/${catalog}`, '', 'the file is missing');
  }
  return logs;
}

function createEngine(
  path: string,
  firstLock: FolderLock,
  logs: Map<string, LogFiles>,
  { files, log }: Ports,
): Engine {
  let lock = firstLock;
  let relocking: Promise<FolderLock> | undefined;
  /** Why the last write failed; undefined if it succeeded. */
  let failure: string | undefined;
  const createLogFiles = (name: string) => new LogFiles(`${path}/logs/${name}`, [], files);

  /** Acquires the lock again after its loss. Simultaneous writes share one attempt. */
  async function relock(): Promise<void> {
    relocking ??= files.lock(path).finally(() => (relocking = undefined));
    lock = await relocking;
  }

  /** Writes and removes a file that is larger than most entries: a full disk can still accept a few bytes. */
  async function writeProbe(): Promise<void> {
    const name = `${path}/logs/probe.json.tmp`;
    try {
      await writeAndSync(files.create(name), (file) => file.write(' '.repeat(PROBE_SIZE)));
    } finally {
      await files.remove(name);
    }
  }

  async function runWrite<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      if (!lock.isHeld()) await relock();
      const result = await work();
      if (failure !== undefined) log.warn('the store can be written again');
      failure = undefined;
      return result;
    } catch (error) {
      if (error instanceof Conflict) throw error;
      const reason = isLocked(error)
        ? 'another process uses its folder'
        : describeStoreProblem(error);
      if (failure === undefined) {
        log.error('the store cannot be written; writes are refused', { err: error });
      }
      failure = reason;
      throw new StoreUnavailable(reason, { cause: error });
    }
  }

  /**
   * Checks that the catalog has not lost its last entries. The generation of a workspace is the version of the
   * catalog entry that adds it, so a generation above the version of the catalog shows a loss. Exception: an
   * interrupted creation leaves a log without entries. Version 1 contains the settings, and workspaces are
   * created after it, so version 0 with a workspace is always a loss.
   */
  async function requireCompleteCatalog(catalog: LogFiles, version: number): Promise<void> {
    for (const [name, logFiles] of logs) {
      // NaN for bases and dialects.
      const generation = Number.parseInt(name, 10);
      if (Number.isNaN(generation) || generation <= version) continue;
      const isInterruptedCreation = version > 0 && !(await logFiles.hasEntries());
      if (!isInterruptedCreation) throw catalog.createTruncatedError(version + 1, name);
    }
  }

  return {
    name: 'file',

    append: (name, entries) =>
      runWrite(async () => {
        const logFiles = logs.get(name);
        if (logFiles === undefined) throw new Conflict();
        return logFiles.append(entries);
      }),

    async read(versions) {
      const contentsByLog = new Map<string, LogContents>();
      for (const [name, version] of versions) {
        if (name === CATALOG && !logs.has(name)) continue;
        const logFiles = logs.get(name) ?? createLogFiles(name);
        const contents = await logFiles.read(version);
        contentsByLog.set(name, contents);
        const last = contents.entries.at(-1) ?? contents.snapshot;
        if (name === CATALOG && last) await requireCompleteCatalog(logFiles, last.version);
      }
      return contentsByLog;
    },

    save: (name, snapshot) =>
      runWrite(async () => {
        const existing = logs.get(name);
        if (snapshot === null) {
          logs.delete(name);
          await existing?.delete();
          return 0;
        }
        // A final snapshot never changes.
        if (snapshot.isFinal === true && existing !== undefined) return 0;
        const logFiles = existing ?? createLogFiles(name);
        const bytes = await logFiles.save(snapshot);
        logs.set(name, logFiles);
        return bytes;
      }),

    listLogs: async () => [...logs.keys()],

    async checkHealth() {
      const repair = async () => {
        // Repairing the catalog, even if it is not torn, shows whether the disk accepts writes.
        for (const [name, logFiles] of logs)
          await logFiles.repair(name === CATALOG ? 'all' : 'torn');
        await writeProbe();
      };
      // Tries a write only if the last write has failed.
      if (failure !== undefined) await runWrite(repair).catch(() => {});
      return failure === undefined
        ? { engine: 'file', status: 'ok' }
        : { engine: 'file', status: 'unavailable', reason: failure };
    },

    // A lock that cannot be released expires.
    close: () => lock.release().catch(() => {}),
  };
}
