/**
 * The journal: the calls of the service that each workspace has had. It stands beside the unit of
 * work and is best effort. What is kept is small and free of secrets (`recorded-call.ts`); whoever
 * reads it makes entries of it (`entries.ts`).
 */
import type { Clock } from '../ports/clock.ts';
import type { Signatures } from '../ports/signatures.ts';
import { Observations } from './client-report/observations.ts';
import { Book } from './book.ts';
import type { BookLimits } from './book.ts';

/** The port that server, control API and reports share. */
export interface Journal {
  /**
   * The book of a workspace as it is now, made at the first need. A call takes it when it begins, so
   * that one which ends after `close` leaves no trace in the next book.
   */
  book(workspace: string): Book;
  /** Ends the book of a workspace, and with it whoever follows it: at reset, load and deletion. */
  close(workspace: string): void;
}

/** What a journal takes at most, in weight: about the bytes of memory. */
const MOST_WEIGHT = 16 * 1024 * 1024;

/**
 * A journal in the memory of this process.
 *
 * @param limit calls that a workspace keeps
 * @param clock the wall clock, which tells the books of two runs apart
 * @param signatures which tell what a signature that was refused is of
 */
export function memoryJournal({
  limit,
  clock,
  signatures,
}: {
  readonly limit: number;
  readonly clock: Clock;
  readonly signatures: Signatures;
}): Journal {
  const limits: BookLimits = { calls: limit, weight: MOST_WEIGHT };
  const run = clock.now().toString(36);
  const books = new Map<string, Book>();
  let made = 0;
  return {
    book(workspace) {
      let book = books.get(workspace);
      if (book === undefined) {
        made += 1;
        book = new Book(`${run}-${made}`, limits, () => new Observations(signatures));
        books.set(workspace, book);
      }
      return book;
    },
    close(workspace) {
      books.get(workspace)?.close();
      books.delete(workspace);
    },
  };
}
