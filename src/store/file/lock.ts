/** The lock on a folder: one process writes it, and takes it over only from one that is dead. */
import type { Files } from '../../ports/files.ts';
import type { ProcessIdentity, Processes } from '../../ports/processes.ts';
import { StoreRefused } from '../store.ts';
import { hasCode } from './file-error.ts';
import { writeWhole } from './whole-file.ts';

/** What a lock file says. */
interface Holder extends ProcessIdentity {
  readonly token: string;
}

/** How often a lock may change hands before one gives up. */
const TRIES = 20;

export class FolderLock {
  readonly #folder: string;
  readonly #files: Files;
  readonly #processes: Processes;
  readonly #mine: Holder;

  constructor(folder: string, files: Files, processes: Processes) {
    this.#folder = folder;
    this.#files = files;
    this.#processes = processes;
    this.#mine = { ...processes.self, token: processes.newToken() };
  }

  /** Takes the lock, or makes sure that it is still held. @throws StoreRefused where another has it */
  hold(): Promise<void> {
    return this.#acquire(this.#path());
  }

  async release(): Promise<void> {
    const holder = await this.#holder(this.#path());
    if (holder?.token === this.#mine.token) await this.#files.remove(this.#path());
  }

  /**
   * The heir of a dead holder is whoever holds the lock that is named after its token, which is
   * taken in the same way. Only the heir replaces what the dead one held, and only while it is still
   * there: so of two that find the same dead holder, one takes over.
   */
  async #acquire(path: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await this.#make(path)) return;
      const holder = await this.#holder(path);
      if (holder === undefined) continue;
      if (holder.token === this.#mine.token) return;
      this.#refuseUnlessDead(holder);
      const will = this.#path(holder.token);
      await this.#acquire(will);
      try {
        const isStillThere = (await this.#holder(path))?.token === holder.token;
        if (isStillThere) {
          await writeWhole(this.#files, path, textOf(this.#mine));
          return;
        }
      } finally {
        await this.#files.remove(will);
      }
    }
    throw new StoreRefused(`${path}: the lock changes hands all the time; try again`);
  }

  /** Makes a lock file with all that it says in one step. @returns false where there is one */
  async #make(path: string): Promise<boolean> {
    const written = this.#path(`${this.#mine.token}.tmp`);
    const file = await this.#files.create(written);
    try {
      await file.write(textOf(this.#mine));
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await this.#files.link(written, path);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await this.#files.remove(written);
    }
  }

  async #holder(path: string): Promise<Holder | undefined> {
    let text: string;
    try {
      text = await this.#files.read(path);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    const holder = holderOf(text);
    if (holder !== undefined) return holder;
    throw new StoreRefused(
      `${path}: this is no lock of flagbearer; remove the file once no process uses the folder`,
    );
  }

  #refuseUnlessDead(holder: Holder): void {
    const state = this.#processes.stateOf(holder);
    if (state === 'dead') return;
    const who = `process ${holder.pid} on ${holder.host}`;
    throw new StoreRefused(
      state === 'alive'
        ? `${this.#folder}: the store is in use by ${who}; stop it, or take another folder`
        : `${this.#folder}: the store is in use by ${who}, another machine; if that has ended, remove ${this.#path()}`,
    );
  }

  #path(suffix?: string): string {
    return `${this.#folder}/lock${suffix === undefined ? '' : `.${suffix}`}`;
  }
}

function textOf(holder: Holder): string {
  return `${JSON.stringify(holder)}\n`;
}

function holderOf(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { host, boot, pid, started, token }: { [Key in keyof Holder]?: unknown } = value;
  const isWhole =
    typeof host === 'string' &&
    typeof boot === 'string' &&
    typeof pid === 'number' &&
    typeof started === 'string' &&
    typeof token === 'string';
  return isWhole ? { host, boot, pid, started, token } : undefined;
}
