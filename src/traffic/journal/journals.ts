/**
 * The journal: the requests of the service that each workspace has received. It is written outside the
 * unit of work, best effort. Recorded requests are small and free of secrets (`recorded-request.ts`);
 * they become journal entries when they are read (`entries.ts`).
 */
import type { Clock } from '../../ports/clock.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { JournalLimits } from '../../store/journal-logs.ts';
import type { Store, WorkspaceId } from '../../store/store.ts';
import { Observations } from '../client-report/observations.ts';
import { JournalRegistry } from './journal-registry.ts';
import { WorkspaceJournal } from './workspace-journal.ts';

/** The port that server, control API and reports share. */
export interface Journals {
  /**
   * Returns the journal of one generation of a workspace; a closed one if the generation has ended.
   * It is created when first used and closed when the generation ends, which also ends its streams: a
   * request that ends later is not recorded in the journal of the next generation.
   */
  of(workspace: WorkspaceId): WorkspaceJournal;
  /**
   * Resolves to the same journal with all requests that have ended so far, on any replica. Rejects with
   * `StoreUnavailable` if they cannot be read.
   */
  read(workspace: WorkspaceId): Promise<WorkspaceJournal>;
  /** Drops all requests and what was observed in them. Numbering continues. */
  clear(workspace: WorkspaceId): Promise<void>;
}

/** The maximum weight of a journal: about the bytes of memory. */
export const MAX_WEIGHT = 16 * 1024 * 1024;

/**
 * Creates journals in the memory of this process.
 *
 * @param store reports generations that end
 * @param limit requests that are kept for a workspace
 * @param clock the wall clock; journals of two runs have different ids
 * @param signatures finds what a rejected signature signs
 */
export function memoryJournals({
  store,
  limit,
  clock,
  signatures,
}: {
  readonly store: Store;
  readonly limit: number;
  readonly clock: Clock;
  readonly signatures: Signatures;
}): Journals {
  const limits: JournalLimits = { requests: limit, weight: MAX_WEIGHT };
  const run = clock.now().toString(36);
  let created = 0;
  const registry = new JournalRegistry(store, () => {
    created += 1;
    return new WorkspaceJournal(`${run}-${created}`, limits, () => new Observations(signatures));
  });
  return {
    of: (workspace) => registry.of(workspace),

    async read(workspace) {
      return registry.of(workspace);
    },

    async clear(workspace) {
      registry.of(workspace).clear();
    },
  };
}
