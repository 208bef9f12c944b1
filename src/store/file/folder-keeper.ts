import type { StoreHealth } from '../../contract/control-words.ts';
import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { Log } from '../../ports/log.ts';
import { GroupCommit } from '../group-commit.ts';
import type { Database } from '../group-commit.ts';
import type { Keeper } from '../keeper.ts';
import { StoreUnavailable } from '../store.ts';
import type { StoreStart } from '../store.ts';
import type { WorkspaceState } from '../workspace-state.ts';
import { storedBase } from '../base-document.ts';
import { workspaceText } from './changes-document.ts';
import type { SharedParts } from './changes-document.ts';
import { Disk } from './disk.ts';
import { indexText } from './index-document.ts';
import type { Index } from './index-document.ts';
import type { FolderLock } from './lock.ts';
import type { OpenedFolder } from './open-folder.ts';
import type { DocumentName, StoreFolder } from './store-folder.ts';

/** Makes a database of a document that is on the disk already. */
export type DatabaseOf = <Data>(data: Data, write: (data: Data) => Promise<void>) => Database<Data>;

/** Keeps states in a folder: a file for each workspace, and an index of them. */
export class FolderKeeper implements Keeper {
  readonly states = new Map<string, WorkspaceState>();
  readonly #folder: StoreFolder;
  readonly #lock: FolderLock;
  readonly #disk: Disk;
  readonly #databaseOf: DatabaseOf;
  readonly #index: GroupCommit<Index>;
  readonly #commits = new Map<string, GroupCommit<WorkspaceState>>();
  /** Names that are taken by what is not there yet. */
  readonly #making = new Set<string>();
  /** Bases and dialects that are on the disk, or are being written. */
  readonly #shared = new Map<string, Promise<void>>();
  /** What a write has failed of: on the disk may be what was before it, or what it wrote. */
  readonly #unsure = new Set<string>();

  static async over(opened: OpenedFolder, databaseOf: DatabaseOf, log: Log): Promise<FolderKeeper> {
    const { folder } = opened;
    return new FolderKeeper(opened, databaseOf, log, await folder.files.identityOf(folder.path));
  }

  private constructor(
    { folder, lock, index, states, shared }: OpenedFolder,
    databaseOf: DatabaseOf,
    log: Log,
    identity: string,
  ) {
    this.#folder = folder;
    this.#lock = lock;
    this.#databaseOf = databaseOf;
    this.#disk = new Disk(
      {
        identity: () => folder.files.identityOf(folder.path),
        mend: () => this.#mend(),
        failed: (err) => log.error('the store can not be written; writes are refused', { err }),
        healed: () => log.warn('the store can be written again'),
      },
      identity,
    );
    this.#index = new GroupCommit(
      databaseOf(index, (data) => this.#disk.write(() => this.#putIndex(data))),
    );
    for (const document of shared) this.#shared.set(folder.pathOf(document), Promise.resolve());
    for (const state of states) this.#show(state);
  }

  get start(): StoreStart | undefined {
    return this.#index.kept.start;
  }

  get incarnations(): number {
    const held = [...this.states.values()].map(({ incarnation }) => incarnation);
    return held.reduce((most, each) => Math.max(most, each), this.#index.latest.incarnations);
  }

  get taken(): number {
    return this.states.size + this.#making.size;
  }

  isTaken(name: string): boolean {
    return this.states.has(name) || this.#making.has(name);
  }

  latest(name: string): WorkspaceState | undefined {
    return this.#commits.get(name)?.latest;
  }

  async make(state: WorkspaceState): Promise<void> {
    const { name } = state.settings;
    this.#making.add(name);
    try {
      await this.#disk.write(() => this.#putWorkspace(state));
      await this.#changeIndex((index) => ({ ...index, workspaces: [...index.workspaces, name] }));
      this.#show(state);
    } finally {
      this.#making.delete(name);
    }
  }

  async keep(from: WorkspaceState, to: WorkspaceState): Promise<void> {
    await this.#commitOf(from).advance(to);
  }

  async settled(state: WorkspaceState): Promise<void> {
    await this.#commitOf(state).settled();
  }

  async drop(name: string): Promise<void> {
    const commit = this.#commits.get(name);
    // A write that is under way would bring the file back.
    await commit?.settled().catch(() => {});
    const incarnation = commit?.kept.incarnation ?? 0;
    await this.#changeIndex(({ start, workspaces, incarnations }) => ({
      start,
      workspaces: workspaces.filter((each) => each !== name),
      incarnations: Math.max(incarnations, incarnation),
    }));
    await this.#forget(name);
  }

  putStart(start: StoreStart): Promise<void> {
    return this.#changeIndex((index) => ({ ...index, start }));
  }

  async clear(): Promise<void> {
    await this.#idle();
    const { incarnations } = this;
    await this.#changeIndex(() => ({ start: undefined, workspaces: [], incarnations }));
    for (const name of [...this.states.keys()]) await this.#forget(name);
  }

  async health(): Promise<StoreHealth> {
    // Nothing is written but what has failed before.
    await this.#disk.write(async () => {}).catch(() => {});
    const reason = this.#disk.failure;
    return reason === undefined
      ? { engine: 'file', status: 'ok' }
      : { engine: 'file', status: 'unavailable', reason };
  }

  async close(): Promise<void> {
    await this.#idle();
    // A lock that can't be removed is taken over: its holder is dead then.
    await this.#lock.release().catch(() => {});
  }

  #show(state: WorkspaceState): void {
    const { name } = state.settings;
    this.states.set(name, state);
    const write = async (next: WorkspaceState): Promise<void> => {
      await this.#disk.write(() => this.#putWorkspace(next));
      this.states.set(name, next);
    };
    this.#commits.set(name, new GroupCommit(this.#databaseOf(state, write)));
  }

  async #forget(name: string): Promise<void> {
    this.states.delete(name);
    this.#commits.delete(name);
    // The index does not name it any more; where it stays, the next start removes it.
    await this.#folder.remove({ kind: 'changes', name }).catch(() => {});
  }

  #commitOf(newest: WorkspaceState): GroupCommit<WorkspaceState> {
    const commit = this.#commits.get(newest.settings.name);
    if (commit === undefined || commit.latest !== newest) {
      throw new StoreUnavailable('what the call was built on could not be kept');
    }
    return commit;
  }

  #changeIndex(change: (index: Index) => Index): Promise<void> {
    return this.#index.advance(change(this.#index.latest));
  }

  async #idle(): Promise<void> {
    const all = [this.#index, ...this.#commits.values()];
    await Promise.allSettled(all.map((commit) => commit.settled()));
  }

  async #putIndex(index: Index): Promise<void> {
    if (index.start !== undefined) await this.#putShared(index.start);
    await this.#put({ kind: 'index' }, indexText(index));
  }

  async #putWorkspace(state: WorkspaceState): Promise<void> {
    const { name, dialect } = state.settings;
    await this.#putShared({ base: state.base, dialect });
    await this.#put({ kind: 'changes', name }, workspaceText(state));
  }

  async #putShared({ base, dialect }: SharedParts): Promise<void> {
    await this.#putOnce({ kind: 'base', name: base.hash }, () => JSON.stringify(storedBase(base)));
    await this.#putOnce({ kind: 'dialect', name: dialectHash(dialect) }, () =>
      JSON.stringify(dialect),
    );
  }

  /** Their names name what is in them, so that they are written once and never change. */
  async #putOnce(document: DocumentName, content: () => string): Promise<void> {
    const path = this.#folder.pathOf(document);
    let written = this.#shared.get(path);
    if (written === undefined) {
      written = this.#put(document, content());
      this.#shared.set(path, written);
    }
    try {
      await written;
    } catch (error) {
      this.#shared.delete(path);
      throw error;
    }
  }

  async #put(document: DocumentName, content: string): Promise<void> {
    const path = this.#folder.pathOf(document);
    this.#unsure.add(path);
    await this.#folder.write(document, content);
    this.#unsure.delete(path);
  }

  /** Brings back what is missing, and what it is not sure of. */
  async #mend(): Promise<void> {
    await this.#lock.hold();
    await this.#folder.make();
    const present = new Set<string>();
    for (const kind of ['base', 'dialect', 'changes'] as const) {
      for (const path of await this.#folder.paths(kind)) present.add(path);
    }
    const isSound = (path: string): boolean => present.has(path) && !this.#unsure.has(path);
    for (const path of [...this.#shared.keys()]) {
      if (!isSound(path)) this.#shared.delete(path);
    }
    for (const [name, state] of this.states) {
      if (!isSound(this.#folder.pathOf({ kind: 'changes', name }))) await this.#putWorkspace(state);
      else await this.#putShared({ base: state.base, dialect: state.settings.dialect });
    }
    await this.#putIndex(this.#index.kept);
    this.#unsure.clear();
  }
}
