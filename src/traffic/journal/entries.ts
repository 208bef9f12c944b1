/**
 * The journal as people and reports read it. A report over a whole workspace reads
 * `store.read(held, (view) => entriesOf(view, journal.book(held)))`: oldest first, nothing secret.
 */
import type { CallOutcome, JournalEntry } from '../../contract/control-words.ts';
import type { OperationId } from '../../contract/words.ts';
import type { View } from '../../store/store.ts';
import type { WorkspaceJournal, NumberedCall } from './workspace-journal.ts';
import { journalEntry, tracesOf } from './journal-entry.ts';
import { isRefusal } from './outcome.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { isAboutUser } from './user-of-request.ts';

/** Which calls are wanted: all that is given has to fit. */
export interface CallFilter {
  readonly operation?: OperationId;
  /** The service-client-id that was given. */
  readonly clientId?: string;
  /** See `isAboutUser`. */
  readonly user?: string;
  readonly outcome?: OutcomeFilter;
}

/** How a request ended: in a word, by any refusal, or with a status. */
export type OutcomeFilter = CallOutcome | 'refused' | number;

/** A part of the journal. */
export interface EntryPage {
  readonly items: JournalEntry[];
  /** The number of the last request; undefined where there is no further one that fits. */
  readonly next: number | undefined;
}

/** All requests that fit, oldest first. */
export async function entriesOf(
  view: View,
  book: WorkspaceJournal,
  filter: CallFilter = {},
): Promise<readonly JournalEntry[]> {
  const page = await entryPage(view, book, { calls: book.after(0), filter, limit: Infinity });
  return page.items;
}

/** The first calls of those given that fit. */
export async function entryPage(
  view: View,
  book: WorkspaceJournal,
  wanted: {
    readonly calls: Iterable<NumberedCall>;
    readonly filter: CallFilter;
    readonly limit: number;
  },
): Promise<EntryPage> {
  const items: JournalEntry[] = [];
  let last: number | undefined;
  // Calls that come meanwhile are for the next reader.
  for (const numbered of [...wanted.calls]) {
    if (!(await fits(view, numbered.call, wanted.filter))) continue;
    if (items.length === wanted.limit) return { items, next: last };
    items.push(await journalEntry(view, book, numbered));
    last = numbered.number;
  }
  return { items, next: undefined };
}

/** Whether a request is wanted. */
export async function fits(
  view: View,
  call: RecordedRequest,
  filter: CallFilter,
): Promise<boolean> {
  const { operation, clientId, user, outcome } = filter;
  if (operation !== undefined && call.operationId !== operation) return false;
  if (clientId !== undefined && call.clientId !== clientId) return false;
  if (outcome !== undefined && !endedIn(call, outcome)) return false;
  return user === undefined || isAboutUser(view, tracesOf(call), user);
}

function endedIn({ outcome, status }: RecordedRequest, wanted: OutcomeFilter): boolean {
  if (typeof wanted === 'number') return status === wanted;
  return wanted === 'refused' ? isRefusal(outcome) : outcome === wanted;
}
