import { errorCodes } from '../../contract/closed-lists.gen.ts';
import type {
  BodyOmitted,
  JournalEntry,
  JournalFields,
  RequestOutcome,
} from '../../contract/control-types.ts';
import type { OperationId } from '../../contract/types.ts';
import { formatTimestamp } from '../../domain/clock.ts';
import { findNearestOperation } from '../../judge/near-miss.ts';
import { findViolatedRule } from '../../judge/refusal-requirement.ts';
import type { View } from '../../store/store.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { isAboutUser, findRequestUser } from './request-user.ts';
import type { NumberedRequest, WorkspaceJournal } from './workspace-journal.ts';

export const requestOutcomes: ReadonlySet<string> = new Set<RequestOutcome>([
  'accepted',
  'fault',
  'aborted',
  ...errorCodes,
]);

export function toRequestOutcome(word: string | undefined): RequestOutcome | undefined {
  return word !== undefined && requestOutcomes.has(word) ? (word as RequestOutcome) : undefined;
}

function isRefusal(
  outcome: RequestOutcome,
): outcome is Exclude<RequestOutcome, 'accepted' | 'fault' | 'aborted' | 'internal'> {
  return !['accepted', 'fault', 'aborted', 'internal'].includes(outcome);
}

export interface RequestFilter {
  readonly operation?: OperationId;
  /** The service-client-id in the request. */
  readonly clientId?: string;
  readonly user?: string;
  readonly outcome?: OutcomeFilter;
}

/** Selects requests by their outcome, by any refusal, or by their status. */
type OutcomeFilter = RequestOutcome | 'refused' | number;

/** Returns the first requests that match. If more match, `next` is the number of the last returned request. */
export async function selectEntries(
  view: View,
  journal: WorkspaceJournal,
  selection: {
    readonly requests: Iterable<NumberedRequest>;
    readonly filter: RequestFilter;
    readonly limit: number;
  },
): Promise<{ readonly items: JournalEntry[]; readonly next: number | undefined }> {
  const items: JournalEntry[] = [];
  let last: number | undefined;
  // Requests that arrive meanwhile are not included.
  for (const numbered of [...selection.requests]) {
    if (!(await matchesFilter(view, numbered.request, selection.filter))) continue;
    if (items.length === selection.limit) return { items, next: last };
    items.push(await toJournalEntry(view, journal, numbered));
    last = numbered.number;
  }
  return { items, next: undefined };
}

export async function matchesFilter(
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

function hasOutcome({ outcome, status }: RecordedRequest, filter: OutcomeFilter): boolean {
  if (typeof filter === 'number') return status === filter;
  return filter === 'refused' ? isRefusal(outcome) : outcome === filter;
}

/** Converts a recorded request to a journal entry. @param view to find the user whom the request identifies */
export async function toJournalEntry(
  view: View,
  journal: WorkspaceJournal,
  { number, request }: NumberedRequest,
): Promise<JournalEntry> {
  const { operationId, outcome, details, body, status, fault, chaos } = request;
  const nearMiss =
    outcome === 'notFound' || outcome === 'methodNotAllowed'
      ? findNearestOperation(request.contract.operations, request.method, request.path)
      : undefined;
  const rule = isRefusal(outcome)
    ? findViolatedRule({ operationId, cause: outcome, details, body, nearMiss })
    : undefined;
  return {
    id: journal.getId(number),
    at: formatTimestamp(request.at),
    operation: operationId ?? null,
    clientId: request.clientId,
    userId: (await findRequestUser(view, request)) ?? null,
    outcome,
    request: {
      method: request.method,
      path: request.path,
      query: toFields(request.query ?? []),
      headers: toFields(listPairs(request.headers)),
      ...toShownBody(body, request.bodyOmitted),
    },
    response:
      status === null
        ? null
        : {
            status,
            headers: toFields(listPairs(request.responseHeaders)),
            ...toShownBody(request.responseBody, request.responseBodyOmitted),
          },
    durationMs: request.durationMs,
    ...(rule && { rule }),
    ...(fault !== undefined && { fault }),
    ...(chaos.length > 0 && { chaos: [...chaos] }),
    ...(nearMiss && { nearMiss }),
  };
}

function toShownBody(body: unknown, omitted: BodyOmitted | undefined) {
  if (omitted !== undefined) return { bodyOmitted: omitted };
  return body === undefined ? {} : { body };
}

function* listPairs(raw: readonly string[]): Generator<readonly [string, string]> {
  for (let index = 0; index + 1 < raw.length; index += 2) {
    yield [(raw[index] ?? '').toLowerCase(), raw[index + 1] ?? ''];
  }
}

/** Returns the values by name; a repeated name has a list of values. */
function toFields(pairs: Iterable<readonly [string, string]>): JournalFields {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const earlier = fields.get(name);
    fields.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(fields);
}
