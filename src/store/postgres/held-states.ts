import { noChanges } from '../changes.ts';
import { changesFrom } from '../runtime-changes.ts';
import type { Changes } from '../changes.ts';
import type { Base } from '../state.ts';
import type { HeldWorkspace } from '../store.ts';
import type { WorkspaceState } from '../workspace-state.ts';
import { withRows } from './change-rows.ts';
import type { Sql } from './database.ts';
import type { KeptContent } from './kept-content.ts';
import type { SealedRows } from './sealed-rows.ts';
import { selectLaterRows } from './workspace-rows.ts';
import type { WorkspaceRow } from './workspace-rows.ts';

/** A workspace as this replica knows it. */
export interface Held {
  readonly state: WorkspaceState;
  /** How many commits its changes have had. */
  readonly version: number;
  /** Milliseconds of wall time. */
  readonly usedAt: number;
}

/** Those that were used longest ago are read again when they are called. */
const MOST_HELD = 5000;

/**
 * The states of workspaces in the memory of this replica. Each is some version of what the database
 * holds, whole; it is brought up to date by the entries that were written since.
 */
export class HeldStates {
  readonly #content: KeptContent;
  readonly #sealed: SealedRows;
  readonly #moved: (name: string) => void;
  readonly #ended: (workspace: HeldWorkspace) => void;
  /** The last used at the end. */
  readonly #held = new Map<string, Held>();
  readonly #running = new Map<string, Promise<Held | undefined>>();

  /**
   * @param moved a workspace is seen to have changed
   * @param ended an incarnation is seen to be over
   */
  constructor(
    { content, sealed }: { readonly content: KeptContent; readonly sealed: SealedRows },
    { moved, ended }: { moved: (name: string) => void; ended: (workspace: HeldWorkspace) => void },
  ) {
    this.#content = content;
    this.#sealed = sealed;
    this.#moved = moved;
    this.#ended = ended;
  }

  /** As it was when this replica last saw it. */
  lastKnown(name: string): Held | undefined {
    return this.#held.get(name);
  }

  /** The same as `upTo`, read once for all who have seen the same row. */
  sharedUpTo(db: Sql, row: WorkspaceRow): Promise<Held | undefined> {
    const key = `${row.incarnation}-${row.version}`;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const begun = this.upTo(db, row).finally(() => this.#running.delete(key));
    this.#running.set(key, begun);
    return begun;
  }

  /**
   * The workspace, at least as new as the row.
   *
   * @returns undefined where the row itself is outdated: look again
   */
  async upTo(db: Sql, row: WorkspaceRow): Promise<Held | undefined> {
    const { incarnation, name, used_at: usedAt } = row;
    const known = this.#held.get(name);
    const isSame = known?.state.incarnation === incarnation;
    if (isSame && known.version >= row.version) return this.#take({ ...known, usedAt });
    const from = isSame ? known : { version: 0, state: await this.#beginning(db, row) };
    const later = await selectLaterRows(db, { incarnation, since: from.version }, this.#sealed);
    if (later === undefined) {
      this.#held.delete(name);
      return undefined;
    }
    const changes = withRows(from.state.changes, later.rows, from.state.base);
    return this.#take({ state: { ...from.state, changes }, version: later.version, usedAt });
  }

  /** Takes what this replica has just committed. */
  committed(held: Held): void {
    this.#take(held);
  }

  /** An incarnation is over, and no other is known. */
  end({ name, incarnation }: HeldWorkspace): void {
    if (this.#held.get(name)?.state.incarnation === incarnation) this.#held.delete(name);
    this.#ended({ name, incarnation });
    this.#moved(name);
  }

  #take(held: Held): Held {
    const { incarnation, settings } = held.state;
    const { name } = settings;
    const known = this.#held.get(name);
    if (known !== undefined && isNewer(known, held)) return known;
    this.#held.delete(name);
    this.#held.set(name, held);
    if (this.#held.size > MOST_HELD) this.#dropOldest();
    if (known === undefined || known.state === held.state) return held;
    const before = known.state.incarnation;
    if (before !== incarnation) this.#ended({ name, incarnation: before });
    this.#moved(name);
    return held;
  }

  #dropOldest(): void {
    for (const oldest of this.#held.keys()) {
      this.#held.delete(oldest);
      return;
    }
  }

  async #beginning(db: Sql, row: WorkspaceRow): Promise<WorkspaceState> {
    const { name, incarnation } = row;
    const { seed, clockStart, startClock, startChaos, loadedAt } = this.#sealed.workspace.unseal(
      row.content,
      name,
      incarnation,
    );
    const base = await this.#content.base(db, row.base);
    const dialect = await this.#content.dialect(db, row.dialect);
    return {
      incarnation,
      settings: { name, seed, dialect },
      base,
      clockStart: clockStart ?? undefined,
      startClock,
      startChaos,
      loadedAt,
      datedUsers: new WeakMap(),
      changes: initialChanges(base),
    };
  }
}

/** The changes that a workspace of this base starts with. */
export function initialChanges({ runtime }: Base): Changes {
  return runtime === null ? noChanges : changesFrom(runtime);
}

function isNewer(one: Held, other: Held): boolean {
  const [a, b] = [one.state.incarnation, other.state.incarnation];
  return a === b ? one.version > other.version : a > b;
}
