import type { Store, WorkspaceId } from '../../store/store.ts';
import type { WorkspaceJournal } from './workspace-journal.ts';

interface Registered<Journal> {
  readonly journal: Journal;
  readonly generation: number;
}

/** One journal for each workspace: that of its current generation. */
export class JournalRegistry<Journal extends WorkspaceJournal> {
  readonly #registered = new Map<string, Registered<Journal>>();
  readonly #create: (workspace: WorkspaceId) => Journal;

  /** @param store reports generations that end */
  constructor(store: Store, create: (workspace: WorkspaceId) => Journal) {
    this.#create = create;
    store.onEnd(({ name, generation }) => {
      const known = this.#registered.get(name);
      if (known === undefined || known.generation > generation) return;
      known.journal.close();
      this.#registered.delete(name);
    });
  }

  /** Returns the journal of a generation, created when first used; a closed one if it has ended. */
  of({ name, generation }: WorkspaceId): Journal {
    const known = this.#registered.get(name);
    if (known?.generation === generation) return known.journal;
    const journal = this.#create({ name, generation });
    if (known !== undefined && known.generation > generation) {
      journal.close();
      return journal;
    }
    // Another process may reset the workspace without a notification.
    known?.journal.close();
    this.#registered.set(name, { journal, generation });
    return journal;
  }

  /** Returns the existing journals: of one generation, or all. */
  *existing(workspace: WorkspaceId | undefined): Generator<Journal> {
    if (workspace === undefined) {
      for (const { journal } of this.#registered.values()) yield journal;
      return;
    }
    const known = this.#registered.get(workspace.name);
    if (known?.generation === workspace.generation) yield known.journal;
  }
}
