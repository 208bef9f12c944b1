/** Selects requests of a journal as entries. */
import type { RequestOutcome, JournalEntry } from '../../contract/control-words.ts';
import type { OperationId } from '../../contract/words.ts';
import type { View } from '../../store/store.ts';
import type { WorkspaceJournal, NumberedRequest } from './workspace-journal.ts';
import { journalEntry } from './journal-entry.ts';
import { isRefusal } from './outcome.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { isAboutUser } from './user-of-request.ts';

/** Selects requests that match all given members. */
export interface RequestFilter {
  readonly operation?: OperationId;
  /** The service-client-id that was given. */
  readonly clientId?: string;
  /** See `isAboutUser`. */
  readonly user?: string;
  readonly outcome?: OutcomeFilter;
}

/** Selects requests by their outcome, by any refusal, or by their status. */
export type OutcomeFilter = RequestOutcome | 'refused' | number;

/** A part of the journal. */
export interface EntryPage {
  readonly items: JournalEntry[];
  /** The number of the last request; undefined if no other request matches. */
  readonly next: number | undefined;
}

/** Returns the first of the given requests that match. */
export async function entryPage(
  view: View,
  journal: WorkspaceJournal,
  wanted: {
    readonly requests: Iterable<NumberedRequest>;
    readonly filter: RequestFilter;
    readonly limit: number;
  },
): Promise<EntryPage> {
  const items: JournalEntry[] = [];
  let last: number | undefined;
  // Requests that arrive meanwhile are not included.
  for (const numbered of [...wanted.requests]) {
    if (!(await fits(view, numbered.request, wanted.filter))) continue;
    if (items.length === wanted.limit) return { items, next: last };
    items.push(await journalEntry(view, journal, numbered));
    last = numbered.number;
  }
  return { items, next: undefined };
}

/** Whether a request matches a filter. */
export async function fits(
  view: View,
  request: RecordedRequest,
  filter: RequestFilter,
): Promise<boolean> {
  const { operation, clientId, user, outcome } = filter;
  if (operation !== undefined && request.operationId !== operation) return false;
  if (clientId !== undefined && request.clientId !== clientId) return false;
  if (outcome !== undefined && !hasOutcome(request, outcome)) return false;
  return user === undefined || isAboutUser(view, request, user);
}

function hasOutcome({ outcome, status }: RecordedRequest, wanted: OutcomeFilter): boolean {
  if (typeof wanted === 'number') return status === wanted;
  return wanted === 'refused' ? isRefusal(outcome) : outcome === wanted;
}
