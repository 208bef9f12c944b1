/** The journal as server-sent events (HTML, section 9.2). */
import { joinSignals } from '../ports/join-signals.ts';
import { UnknownWorkspace, WorkspaceReset } from '../store/store.ts';
import type { WorkspaceJournal, NumberedRequest } from '../traffic/journal/workspace-journal.ts';
import { matchesFilter, toJournalEntry, type RequestFilter } from '../traffic/journal/entries.ts';
import type { ControlContext } from './request/context.ts';

/** Milliseconds after which a comment is sent: proxies close connections that are silent longer. */
export const HEARTBEAT = 15_000;

const OPENING = 'retry: 1000\n\n';
const COMMENT = ':\n\n';

/** Yields an event for each request after `afterNumber`, until the journal, sandbox or connection is closed. */
export async function* streamJournal(
  journal: WorkspaceJournal,
  { afterNumber, filter }: { readonly afterNumber: number; readonly filter: RequestFilter },
  { services, workspaceId, signal }: ControlContext,
): AsyncGenerator<string> {
  yield OPENING;
  const stream = joinSignals(signal, services.closing);
  const end = stream.signal;
  const requests = journal.follow(afterNumber, end);
  try {
    let next = requests.next();
    while (!end.aborted) {
      const ready = await waitForNextOrIdle(next);
      if (ready === 'idle') {
        // Reading the journal counts as use of the workspace.
        await services.store.open(workspaceId.name).catch(ignoreEnded);
        yield COMMENT;
        continue;
      }
      if (ready.done === true) return;
      const event = await createEvent(ready.value).catch(ignoreEnded);
      if (event !== undefined) yield event;
      next = requests.next();
    }
  } finally {
    // `requests` may still wait for the next request.
    stream.abort();
    await requests.return(undefined);
  }

  async function waitForNextOrIdle(
    request: Promise<IteratorResult<NumberedRequest, void>>,
  ): Promise<IteratorResult<NumberedRequest, void> | 'idle'> {
    const race = joinSignals(end);
    const heartbeat = services.pauses.pause(HEARTBEAT, race.signal);
    const ready = await Promise.race([request, heartbeat.then(() => 'idle' as const)]);
    race.abort();
    return ready;
  }

  function createEvent(numbered: NumberedRequest): Promise<string | undefined> {
    return services.store.read(workspaceId, async (view) => {
      if (!(await matchesFilter(view, numbered.request, filter))) return undefined;
      const entry = await toJournalEntry(view, journal, numbered);
      return `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`;
    });
  }
}

/** Ignores the errors of an ended workspace: its journal is closed as well, which ends the stream. */
function ignoreEnded(error: unknown): undefined {
  if (error instanceof UnknownWorkspace || error instanceof WorkspaceReset) return;
  throw error;
}
