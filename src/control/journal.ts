import type { WorkspaceJournal, NumberedRequest } from '../traffic/journal/workspace-journal.ts';
import { entryPage, requestOutcome } from '../traffic/journal/entries.ts';
import type { RequestFilter, OutcomeFilter } from '../traffic/journal/entries.ts';
import { referenceInQuery } from './accounts/user-reference.ts';
import { refusalAt } from './request/control-refusal.ts';
import type { ControlRequest, ControlHandler } from './request/handler.ts';
import { baseUrlOf } from './request/workspace-urls.ts';
import { journalEvents } from './journal-events.ts';
import { journalHar } from './journal-har.ts';

type JournalQuery = ControlRequest<'readJournal'>['query'];

const USUAL_LIMIT = 100;
const HAR = 'application/har+json';

/** GET /journal: a page of it, or the requests that come from now on. */
export const readJournal: ControlHandler<'readJournal'> = async (request, context) => {
  const { query, header, mediaType } = request;
  const { services, workspaceId } = context;
  const filter = filterOf(query);
  const journal = await services.journals.read(workspaceId);
  const after = header['Last-Event-ID'] ?? query.after;
  const afterNumber = after === undefined ? undefined : journal.numberOf(after);
  if (mediaType === 'text/event-stream' && query.format === undefined) {
    if (query.id !== undefined) {
      const message = 'A stream cannot be limited to one entry: remove id, or accept JSON.';
      throw refusalAt('/query/id', 'invalidRequest', message, 'cannot be combined with a stream');
    }
    const pieces = journalEvents(
      journal,
      { afterNumber: afterNumber ?? journal.last, filter },
      context,
    );
    return { status: 200, mediaType, pieces };
  }
  const isHar = query.format === 'har' || (query.format === undefined && mediaType === HAR);
  const { items, next } = await services.store.read(workspaceId, (view) =>
    entryPage(view, journal, {
      requests:
        query.id === undefined
          ? requestsOf(journal, query, afterNumber ?? 0)
          : entryWith(journal, query.id),
      filter,
      limit: query.limit ?? (isHar ? Infinity : USUAL_LIMIT),
    }),
  );
  if (isHar) {
    const baseUrl = baseUrlOf(context.workspace, context.publicUrl);
    return { status: 200, mediaType: HAR, body: journalHar(items, baseUrl) };
  }
  return { status: 200, body: { items, nextCursor: next === undefined ? null : String(next) } };
};

/** DELETE /journal */
export const clearJournal: ControlHandler<'clearJournal'> = async (
  _request,
  { services, workspaceId },
) => {
  await services.journals.of(workspaceId).clearAll();
  return { status: 204 };
};

/** Returns the entry with an id; none if it is unknown or no longer recorded. */
function entryWith(journal: WorkspaceJournal, id: string): readonly NumberedRequest[] {
  const number = journal.numberOf(id);
  const [entry] = number === 0 ? [] : journal.after(number - 1);
  return entry?.number === number ? [entry] : [];
}

/** A cursor is the number of the last request of the page before, so that new requests shift no page. */
function requestsOf(
  journal: WorkspaceJournal,
  query: JournalQuery,
  afterNumber: number,
): Iterable<NumberedRequest> {
  const cursor = query.cursor === undefined ? undefined : Number(query.cursor);
  return query.order === 'newest'
    ? journal.before(cursor ?? Infinity, afterNumber)
    : journal.after(Math.max(cursor ?? 0, afterNumber));
}

function filterOf({ operation, clientId, user, outcome }: JournalQuery): RequestFilter {
  return {
    ...(operation !== undefined && { operation }),
    ...(clientId !== undefined && { clientId }),
    ...(user !== undefined && { user: referenceInQuery(user) }),
    ...(outcome !== undefined && { outcome: outcomeOf(outcome) }),
  };
}

/** @param word as the contract has it: an outcome, `refused`, or a status */
function outcomeOf(word: string): OutcomeFilter {
  return requestOutcome(word) ?? (word === 'refused' ? word : Number(word));
}
