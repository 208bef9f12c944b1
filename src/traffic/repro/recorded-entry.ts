import type { RecordedCall } from '../../contract/repro.gen.ts';
import { timestampOf } from '../../domain/clock.ts';
import type { View } from '../../store/store.ts';
import type { Book, NumberedCall } from '../journal/book.ts';
import { journalEntry } from '../journal/journal-entry.ts';

/** A call as a replay takes it: its entry in the journal, and what that leaves out. */
export async function recordedEntry(
  view: View,
  book: Book,
  numbered: NumberedCall,
): Promise<RecordedCall> {
  const entry = await journalEntry(view, book, numbered);
  const { at, shownAt, bearer, signedIn } = numbered.call;
  return {
    // An entry is JSON; its schema is that of the control API.
    ...(entry as Omit<RecordedCall, 'replay'>),
    replay: {
      at: timestampOf(Math.max(at, shownAt)),
      bearer: bearer.kind,
      ...(bearer.kind === 'session' && { bearerUserId: bearer.userId }),
      ...(signedIn && { claims: { ...signedIn } }),
    },
  };
}
