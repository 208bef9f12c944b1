/**
 * The journal: the requests of the service that each workspace has had. It stands beside the unit of
 * work and is best effort. What is kept is small and free of secrets (`recorded-request.ts`); whoever
 * reads it makes entries of it (`entries.ts`).
 */
import type { Clock } from '../../ports/clock.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { HeldWorkspace, Store } from '../../store/store.ts';
import { Observations } from '../client-report/observations.ts';
import { WorkspaceJournal } from './workspace-journal.ts';
import type { JournalLimits } from './workspace-journal.ts';
import { JournalRegistry } from './journal-registry.ts';

/** The port that server, control API and reports share. */
export interface Journal {
  /**
   * The book of one generation of a workspace, made at the first need. It is closed, and whoever
   * follows it let go, when the generation ends: so a call that ends later leaves no trace in the
   * next book. For a generation that is over it is a closed one.
   */
  book(workspace: HeldWorkspace): WorkspaceJournal;
  /**
   * The same, with all requests that have ended until now, by whichever replica. Rejects with
   * `StoreUnavailable` where they can't be had.
   */
  read(workspace: HeldWorkspace): Promise<WorkspaceJournal>;
  /** Drops all requests of the book, and what they have shown; numbers go on. */
  empty(workspace: HeldWorkspace): Promise<void>;
}

/** What a journal takes at most, in weight: about the bytes of memory. */
export const MOST_WEIGHT = 16 * 1024 * 1024;

/**
 * A journal in the memory of this process.
 *
 * @param store which tells what generations are over
 * @param limit calls that a workspace keeps
 * @param clock the wall clock, which tells the books of two runs apart
 * @param signatures which tell what a signature that was refused is of
 */
export function memoryJournal({
  store,
  limit,
  clock,
  signatures,
}: {
  readonly store: Store;
  readonly limit: number;
  readonly clock: Clock;
  readonly signatures: Signatures;
}): Journal {
  const limits: JournalLimits = { calls: limit, weight: MOST_WEIGHT };
  const run = clock.now().toString(36);
  let made = 0;
  const shelf = new JournalRegistry(store, () => {
    made += 1;
    return new WorkspaceJournal(`${run}-${made}`, limits, () => new Observations(signatures));
  });
  return {
    book: (workspace) => shelf.book(workspace),

    async read(workspace) {
      return shelf.book(workspace);
    },

    async empty(workspace) {
      shelf.book(workspace).empty();
    },
  };
}
