import packageManifest from '../../package.json' with { type: 'json' };
import type { JournalEntry } from '../contract/control-types.ts';
import { createHar, type Har } from '../reporting/forms/har.ts';
import type { WorkspaceJournal, NumberedRequest } from '../traffic/journal/workspace-journal.ts';
import { selectEntries, toRequestOutcome, type RequestFilter } from '../traffic/journal/entries.ts';
import { findWorkspaceOfHost } from '../http/workspace-host.ts';
import { decodeReference } from './accounts/user-reference.ts';
import type { ControlContext } from './request/context.ts';
import { createRefusalAt } from './request/control-refusal.ts';
import type { ControlRequest, ControlHandlers } from './request/handler.ts';
import { getBaseUrl } from './request/workspace-urls.ts';
import { streamJournal } from './journal-events.ts';

type JournalQuery = ControlRequest<'readJournal'>['query'];

const DEFAULT_LIMIT = 100;
const HAR = 'application/har+json';

export const journalHandlers = {
  /** GET /journal: a page of requests, or a stream of new requests. */
  async readJournal(request, context) {
    const { query, header, mediaType } = request;
    const { services, workspaceId } = context;
    const filter = toFilter(query);
    const journal = await services.journals.getUpdatedJournal(workspaceId);
    const after = header['Last-Event-ID'] ?? query.after;
    const afterNumber = after === undefined ? undefined : journal.getNumber(after);
    if (mediaType === 'text/event-stream') {
      if (query.id !== undefined) {
        const message = 'A stream cannot be limited to one entry: remove id, or accept JSON.';
        const expected = 'cannot be combined with a stream';
        throw createRefusalAt('/query/id', 'invalidRequest', message, expected);
      }
      const chunks = streamJournal(
        journal,
        { afterNumber: afterNumber ?? journal.lastNumber, filter },
        context,
      );
      return { status: 200, mediaType, chunks };
    }
    const isHar = query.format === 'har' || mediaType === HAR;
    const { items, next } = await services.store.read(workspaceId, (view) =>
      selectEntries(view, journal, {
        requests:
          query.id === undefined
            ? listRequests(journal, query, afterNumber ?? 0)
            : findEntry(journal, query.id),
        filter,
        limit: query.limit ?? (isHar ? Infinity : DEFAULT_LIMIT),
      }),
    );
    if (isHar) {
      const har = toJournalHar(items, (request) => getUsedBaseUrl(request, context));
      return { status: 200, mediaType: HAR, body: har };
    }
    return { status: 200, body: { items, nextCursor: next === undefined ? null : String(next) } };
  },

  async clearJournal(_request, { services, workspaceId }) {
    await services.journals.getJournal(workspaceId).clearAll();
    return { status: 204 };
  },
} satisfies ControlHandlers;

function findEntry(journal: WorkspaceJournal, id: string): readonly NumberedRequest[] {
  const number = journal.getNumber(id);
  const [entry] = journal.listAfter(number - 1);
  return entry?.number === number ? [entry] : [];
}

/** Returns the requests after the cursor in the requested order; for `newest`, these have lower numbers. */
function listRequests(
  journal: WorkspaceJournal,
  query: JournalQuery,
  afterNumber: number,
): Iterable<NumberedRequest> {
  const cursor = query.cursor === undefined ? undefined : Number(query.cursor);
  return query.order === 'newest'
    ? journal.listBefore(cursor ?? Infinity, afterNumber)
    : journal.listAfter(Math.max(cursor ?? 0, afterNumber));
}

function toFilter({ operation, clientId, user, outcome }: JournalQuery): RequestFilter {
  return {
    ...(operation !== undefined && { operation }),
    ...(clientId !== undefined && { clientId }),
    ...(user !== undefined && { user: decodeReference(user) }),
    ...(outcome !== undefined && { outcome: parseOutcome(outcome) }),
  };
}

/** Parses an outcome, `refused`, or an HTTP status. */
function parseOutcome(text: string): NonNullable<RequestFilter['outcome']> {
  if (text === 'refused') return text;
  return toRequestOutcome(text) ?? Number(text);
}

/** The start of every text that replaces a secret. */
const REDACTED = '[redacted';

/** Returns the base URL that the client used, because tools that replay a HAR compare URLs. */
function getUsedBaseUrl(
  { headers }: JournalEntry['request'],
  { services, workspaceName, publicUrl }: ControlContext,
): string {
  const host = String(headers['host'] ?? '');
  const used = `${new URL(publicUrl).protocol}//${host}`;
  const isDirect = services.access.publicUrl === undefined && URL.canParse(used);
  const root = isDirect ? used : publicUrl;
  const isSelectedByPath =
    headers['flagbearer-workspace'] === undefined && findWorkspaceOfHost(host) === undefined;
  return isSelectedByPath ? getBaseUrl(workspaceName, root) : root;
}

function toJournalHar(
  entries: readonly JournalEntry[],
  getBaseUrlOf: (request: JournalEntry['request']) => string,
): Har {
  const exchanges = entries.map(
    ({ id, at, durationMs, request, response, operation, outcome }) => ({
      startedAt: at,
      durationMs,
      request: {
        method: request.method,
        url: `${getBaseUrlOf(request)}${request.path}${formatQuery(request.query)}`,
        headers: request.headers,
        body: formatWholeBody(request.body),
      },
      response: response && {
        status: response.status,
        headers: response.headers,
        body: response.body === undefined ? undefined : JSON.stringify(response.body),
      },
      comment: `${id} ${operation ?? 'no operation'}: ${outcome}`,
    }),
  );
  return createHar(exchanges, packageManifest);
}

function formatQuery(query: JournalEntry['request']['query']): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Returns a body as JSON; undefined if a part of it is redacted, since the client sent another text. */
function formatWholeBody(body: unknown): string | undefined {
  const text = JSON.stringify(body);
  return text === undefined || text.includes(REDACTED) ? undefined : text;
}
