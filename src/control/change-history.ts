/** What the control API has changed of users, so that it can be taken back. */
import type { components } from '../contract/control.gen.ts';
import type { User } from '../store/state.ts';
import type { HeldWorkspace, Store } from '../store/store.ts';

export interface RememberedChange {
  readonly operation: components['schemas']['ChangingOperation'];
  /** The instant of the workspace clock, in milliseconds. */
  readonly at: number;
  readonly before: User;
  readonly after: User;
}

/** How many changes of one user, and of one workspace, are remembered. */
const PER_USER = 20;
const PER_WORKSPACE = 1000;

/**
 * The last changes of each user, by incarnation of the workspace. It is in memory and best effort, as
 * the journal is: another process on the same store has its own.
 */
export class ChangeHistory {
  readonly #byIncarnation = new Map<number, Map<string, readonly RememberedChange[]>>();

  /** @param store ends what is remembered of an incarnation that is over */
  constructor(store: Pick<Store, 'onEnd'>) {
    store.onEnd(({ incarnation }) => this.#byIncarnation.delete(incarnation));
  }

  /** A change that has changed nothing is none. */
  remember({ incarnation }: HeldWorkspace, change: RememberedChange): void {
    const { before, after } = change;
    if (before === after) return;
    const users = this.#byIncarnation.get(incarnation) ?? new Map<string, RememberedChange[]>();
    this.#byIncarnation.set(incarnation, users);
    const changes = users.get(after.id) ?? [];
    // Set anew, the user becomes the youngest of the map.
    users.delete(after.id);
    users.set(after.id, [...changes, change].slice(-PER_USER));
    const [oldest] = users.keys();
    if (users.size > PER_WORKSPACE && oldest !== undefined) users.delete(oldest);
  }

  last({ incarnation }: HeldWorkspace, userId: string): RememberedChange | undefined {
    return this.#byIncarnation.get(incarnation)?.get(userId)?.at(-1);
  }

  /** Forgets the last change of a user: it was taken back, or can't be any more. */
  forgetLast({ incarnation }: HeldWorkspace, userId: string): void {
    const users = this.#byIncarnation.get(incarnation);
    const changes = users?.get(userId);
    if (changes === undefined) return;
    users?.set(userId, changes.slice(0, -1));
  }
}
