/**
 * The journal: the requests to the service that each workspace has received. It is written outside the
 * unit of work, best effort. Recorded requests are small and free of secrets (`recorded-request.ts`);
 * they become journal entries when they are read (`entries.ts`).
 */
import type { Clock } from '../../ports/clock.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { Store, WorkspaceId } from '../../store/store.ts';
import { WorkspaceJournal } from './workspace-journal.ts';

/** One journal for each workspace, for its current generation. */
export class Journals {
  readonly #registered = new Map<string, { journal: WorkspaceJournal; generation: number }>();
  readonly #create: (workspace: WorkspaceId) => WorkspaceJournal;

  /** @param store notifies when a generation of a workspace ends: by a reset, load or deletion */
  constructor(store: Store, create: (workspace: WorkspaceId) => WorkspaceJournal) {
    this.#create = create;
    store.onEnd(({ name, generation }) => {
      const registered = this.#registered.get(name);
      if (registered === undefined || registered.generation > generation) return;
      registered.journal.close();
      this.#registered.delete(name);
    });
  }

  /**
   * Returns the journal of one generation of a workspace; a closed journal if there is a newer generation.
   * A journal is created when first used. It is closed, with its streams, when the generation ends. A
   * request that ends later is not recorded in the journal of the next generation.
   */
  getJournal({ name, generation }: WorkspaceId): WorkspaceJournal {
    const registered = this.#registered.get(name);
    if (registered?.generation === generation) return registered.journal;
    const journal = this.#create({ name, generation });
    if (registered !== undefined && registered.generation > generation) {
      journal.close();
      return journal;
    }
    // Another process may have reset the workspace without a notification.
    registered?.journal.close();
    this.#registered.set(name, { journal, generation });
    return journal;
  }

  /** Returns the existing journals: of one generation, or all. */
  listExisting(workspace: WorkspaceId | undefined): readonly WorkspaceJournal[] {
    if (workspace === undefined)
      return Array.from(this.#registered.values(), (entry) => entry.journal);
    const registered = this.#registered.get(workspace.name);
    return registered?.generation === workspace.generation ? [registered.journal] : [];
  }

  /** Resolves to the journal with all completed requests of every replica. Rejects with `StoreUnavailable`. */
  async getUpdatedJournal(workspace: WorkspaceId): Promise<WorkspaceJournal> {
    const journal = this.getJournal(workspace);
    await journal.update();
    return journal;
  }
}

export interface JournalOptions {
  readonly store: Store;
  /** Maximum number of requests in the journal of a workspace. */
  readonly limit: number;
  readonly signatures: Signatures;
}

/** The maximum weight of a journal: approximate bytes of memory. */
export const MAX_WEIGHT = 16 * 1024 * 1024;

/** Creates journals in the memory of this process. Journals of two runs have different ids (`clock`). */
export function createMemoryJournals({
  store,
  limit,
  clock,
  signatures,
}: JournalOptions & { readonly clock: Clock }): Journals {
  const limits = { requests: limit, weight: MAX_WEIGHT };
  const run = clock.now().toString(36);
  let created = 0;
  return new Journals(store, () => {
    created += 1;
    return new WorkspaceJournal(`${run}-${created}`, limits, signatures);
  });
}
