import { UnknownWorkspace } from '../store.ts';
import type { HeldWorkspace, WorkspaceRef } from '../store.ts';
import type { Database } from './database.ts';
import type { Held, HeldStates } from './held-states.ts';
import type { LastUses } from './last-uses.ts';
import type { Looks } from './looks.ts';

/** What this replica knows of workspaces that any other may change, and when that is enough. */
export class SeenWorkspaces {
  readonly #database: Database;
  readonly #states: HeldStates;
  readonly #uses: LastUses;
  readonly #looks: Looks;
  /** The version that a call has seen of the workspace that it holds. */
  readonly #versions = new WeakMap<HeldWorkspace, number>();
  /** Workspaces that others were heard to have changed. */
  readonly #behind = new Set<string>();

  constructor(
    database: Database,
    parts: { readonly states: HeldStates; readonly uses: LastUses; readonly looks: Looks },
  ) {
    this.#database = database;
    this.#states = parts.states;
    this.#uses = parts.uses;
    this.#looks = parts.looks;
  }

  /** A call holds a workspace as it has seen it. */
  note(workspace: HeldWorkspace, version: number): void {
    this.#versions.set(workspace, version);
  }

  /** Another replica has changed it: what is held here is not all. */
  fallBehind(name: string): void {
    this.#behind.add(name);
  }

  /** A call goes on with what it has seen when it came, or with what this replica has seen since. */
  asSeenBy(workspace: WorkspaceRef): Held | undefined {
    if (typeof workspace === 'string') return undefined;
    const version = this.#versions.get(workspace);
    const held = this.#states.lastKnown(workspace.name);
    if (version === undefined || held === undefined || this.#behind.has(workspace.name)) {
      return undefined;
    }
    return held.state.incarnation === workspace.incarnation && held.version >= version
      ? held
      : undefined;
  }

  /**
   * The workspace with all that any replica has acknowledged before this was called.
   *
   * @param patience how long the database may be waited for, in milliseconds
   */
  current(name: string, patience?: number): Promise<Held> {
    return this.#database.patiently(async () => {
      for (;;) {
        this.#behind.delete(name);
        const row = await this.#looks.look(name);
        if (row === undefined || this.#uses.haveExpired(row)) throw new UnknownWorkspace(name);
        const held = await this.#states.sharedUpTo(this.#database.sql, row);
        if (held !== undefined) return held;
      }
    }, patience);
  }
}
