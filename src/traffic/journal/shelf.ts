import type { HeldWorkspace, Store } from '../../store/store.ts';
import type { Book } from './book.ts';

interface Shelved<Kept> {
  readonly book: Kept;
  readonly incarnation: number;
}

/** The books of a journal: one for each workspace, that of its present incarnation. */
export class Shelf<Kept extends Book> {
  readonly #shelved = new Map<string, Shelved<Kept>>();
  readonly #newBook: (workspace: HeldWorkspace) => Kept;

  /** @param store which tells what incarnations are over */
  constructor(store: Store, newBook: (workspace: HeldWorkspace) => Kept) {
    this.#newBook = newBook;
    store.onEnd(({ name, incarnation }) => {
      const shelved = this.#shelved.get(name);
      if (shelved === undefined || shelved.incarnation > incarnation) return;
      shelved.book.close();
      this.#shelved.delete(name);
    });
  }

  /** The book of an incarnation, made at the first need; a closed one where that is over. */
  book({ name, incarnation }: HeldWorkspace): Kept {
    const shelved = this.#shelved.get(name);
    if (shelved?.incarnation === incarnation) return shelved.book;
    const book = this.#newBook({ name, incarnation });
    if (shelved !== undefined && shelved.incarnation > incarnation) {
      book.close();
      return book;
    }
    // Whoever resets a workspace may be another process, which tells nobody here.
    shelved?.book.close();
    this.#shelved.set(name, { book, incarnation });
    return book;
  }

  /** The books that there are: of one incarnation, or of all. */
  *books(workspace: HeldWorkspace | undefined): Generator<Kept> {
    if (workspace === undefined) {
      for (const { book } of this.#shelved.values()) yield book;
      return;
    }
    const shelved = this.#shelved.get(workspace.name);
    if (shelved?.incarnation === workspace.incarnation) yield shelved.book;
  }
}
