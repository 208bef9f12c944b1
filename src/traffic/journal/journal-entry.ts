/** Converts a recorded request to a journal entry: times, user, broken rule, probable intention. */
import type {
  BodyOmitted,
  BrokenRule,
  JournalEntry,
  JournalFields,
  NearMiss,
} from '../../contract/control-words.ts';
import { timestampOf } from '../../domain/clock.ts';
import type { View } from '../../store/store.ts';
import type { WorkspaceJournal, NumberedRequest } from './workspace-journal.ts';
import { brokenRule } from '../../judge/refusal-requirement.ts';
import { nearestOperation } from '../../judge/near-miss.ts';
import { isRefusal } from './outcome.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { userIdOfRequest } from './user-of-request.ts';
import type { UserTraces } from './user-of-request.ts';

/** @param view the workspace now: who has the wallet, number or address that the request names */
export async function journalEntry(
  view: View,
  journal: WorkspaceJournal,
  { number, request }: NumberedRequest,
): Promise<JournalEntry> {
  const { status, fault, chaos } = request;
  const nearMiss = nearMissOf(request);
  const rule = ruleOf(request, nearMiss);
  return {
    id: journal.idOf(number),
    at: timestampOf(request.at),
    operation: request.operationId ?? null,
    clientId: request.clientId,
    userId: (await userIdOfRequest(view, tracesOf(request))) ?? null,
    outcome: request.outcome,
    request: {
      method: request.method,
      path: request.path,
      query: fieldsOf(request.query ?? []),
      headers: fieldsOf(pairsOf(request.headers)),
      ...shownBody(request.body, request.bodyOmitted),
    },
    response:
      status === null
        ? null
        : {
            status,
            headers: fieldsOf(pairsOf(request.responseHeaders)),
            ...shownBody(request.responseBody, request.responseBodyOmitted),
          },
    durationMs: request.durationMs,
    ...(rule && { rule }),
    ...(fault !== undefined && { fault }),
    ...(chaos.length > 0 && { chaos: [...chaos] }),
    ...(nearMiss && { nearMiss }),
  };
}

/** What identifies the user of a recorded request. */
export function tracesOf({ operationId, clientId, userId, body }: RecordedRequest): UserTraces {
  return { operationId, clientId, userId, body };
}

function nearMissOf({ outcome, contract, method, path }: RecordedRequest): NearMiss | undefined {
  return outcome === 'notFound' || outcome === 'methodNotAllowed'
    ? nearestOperation(contract.operations, method, path)
    : undefined;
}

function ruleOf(request: RecordedRequest, nearMiss: NearMiss | undefined): BrokenRule | undefined {
  const { operationId, outcome, details, body } = request;
  if (!isRefusal(outcome)) return undefined;
  return brokenRule({ operationId, cause: outcome, details, body, nearMiss });
}

function shownBody(body: unknown, omitted: BodyOmitted | undefined) {
  if (omitted !== undefined) return { bodyOmitted: omitted };
  return body === undefined ? {} : { body };
}

function* pairsOf(raw: readonly string[]): Generator<readonly [string, string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    yield [(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? ''];
  }
}

/** A repeated name has a list of values. */
function fieldsOf(pairs: Iterable<readonly [string, string]>): JournalFields {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(fields);
}
