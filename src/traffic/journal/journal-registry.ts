import type { HeldWorkspace, Store } from '../../store/store.ts';
import type { WorkspaceJournal } from './workspace-journal.ts';

interface Shelved<Kept> {
  readonly book: Kept;
  readonly generation: number;
}

/** The books of a journal: one for each workspace, that of its present generation. */
export class JournalRegistry<Kept extends WorkspaceJournal> {
  readonly #shelved = new Map<string, Shelved<Kept>>();
  readonly #newBook: (workspace: HeldWorkspace) => Kept;

  /** @param store which tells what generations are over */
  constructor(store: Store, newBook: (workspace: HeldWorkspace) => Kept) {
    this.#newBook = newBook;
    store.onEnd(({ name, generation }) => {
      const shelved = this.#shelved.get(name);
      if (shelved === undefined || shelved.generation > generation) return;
      shelved.book.close();
      this.#shelved.delete(name);
    });
  }

  /** The book of a generation, made at the first need; a closed one where that is over. */
  book({ name, generation }: HeldWorkspace): Kept {
    const shelved = this.#shelved.get(name);
    if (shelved?.generation === generation) return shelved.book;
    const book = this.#newBook({ name, generation });
    if (shelved !== undefined && shelved.generation > generation) {
      book.close();
      return book;
    }
    // Another process may reset the workspace without a notification.
    shelved?.book.close();
    this.#shelved.set(name, { book, generation });
    return book;
  }

  /** The books that there are: of one generation, or of all. */
  *books(workspace: HeldWorkspace | undefined): Generator<Kept> {
    if (workspace === undefined) {
      for (const { book } of this.#shelved.values()) yield book;
      return;
    }
    const shelved = this.#shelved.get(workspace.name);
    if (shelved?.generation === workspace.generation) yield shelved.book;
  }
}
