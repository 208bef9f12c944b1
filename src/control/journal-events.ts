/** The journal as server-sent events (HTML, section 9.2). */
import { joinSignals } from '../ports/joined-signals.ts';
import { UnknownWorkspace, WorkspaceReset } from '../store/store.ts';
import type { WorkspaceJournal, NumberedCall } from '../traffic/journal/workspace-journal.ts';
import { fits } from '../traffic/journal/entries.ts';
import type { CallFilter } from '../traffic/journal/entries.ts';
import { journalEntry } from '../traffic/journal/journal-entry.ts';
import type { ControlContext } from './request/context.ts';

/** How long a connection stays silent, in milliseconds: proxies close one that is silent longer. */
export const HEARTBEAT = 15_000;

/** Opens the stream, so that a client knows that it is there, and says when to come back. */
const OPENING = 'retry: 1000\n\n';
const COMMENT = ':\n\n';

/** The requests behind a number as they come, until the book or the sandbox is closed. */
export async function* journalEvents(
  book: WorkspaceJournal,
  { behind, filter }: { readonly behind: number; readonly filter: CallFilter },
  { services, held, signal }: ControlContext,
): AsyncGenerator<string> {
  yield OPENING;
  const { signal: over, release } = joinSignals(signal, services.closing);
  const calls = book.follow(behind, over);
  try {
    let next = calls.next();
    while (!over.aborted) {
      const ready = await readyOrSilent(next);
      if (ready === 'silent') {
        // Who reads the journal of a workspace uses it. One that is gone has closed its book.
        await services.store.open(held.name).catch(goneMeanwhile);
        yield COMMENT;
        continue;
      }
      if (ready.done === true) return;
      const event = await eventOf(ready.value).catch(goneMeanwhile);
      if (event !== undefined) yield event;
      next = calls.next();
    }
  } finally {
    release();
  }

  async function readyOrSilent(
    call: Promise<IteratorResult<NumberedCall, void>>,
  ): Promise<IteratorResult<NumberedCall, void> | 'silent'> {
    const spoken = new AbortController();
    const quiet = joinSignals(over, spoken.signal);
    const silence = services.pauses.pause(HEARTBEAT, quiet.signal);
    const ready = await Promise.race([call, silence.then(() => 'silent' as const)]);
    spoken.abort();
    return ready;
  }

  /** Undefined for a call that is not wanted. */
  function eventOf(numbered: NumberedCall): Promise<string | undefined> {
    return services.store.read(held, async (view) => {
      if (!(await fits(view, numbered.call, filter))) return undefined;
      const entry = await journalEntry(view, book, numbered);
      return `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`;
    });
  }
}

/** The book of a workspace that is gone or another is closed: the stream ends with it. */
function goneMeanwhile(error: unknown): undefined {
  if (error instanceof UnknownWorkspace || error instanceof WorkspaceReset) return;
  throw error;
}
