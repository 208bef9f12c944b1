import type { BodyOmitted, JournalEntry, JournalFields } from '../../contract/control-words.ts';
import { timestampOf } from '../../domain/clock.ts';
import type { View } from '../../store/store.ts';
import type { WorkspaceJournal, NumberedRequest } from './workspace-journal.ts';
import { brokenRule } from '../../judge/refusal-requirement.ts';
import { nearestOperation } from '../../judge/near-miss.ts';
import { isRefusal } from './outcome.ts';
import { userIdOfRequest } from './user-of-request.ts';

/**
 * Converts a recorded request to a journal entry.
 *
 * @param view the workspace, which knows the user of a wallet, number or address
 */
export async function journalEntry(
  view: View,
  journal: WorkspaceJournal,
  { number, request }: NumberedRequest,
): Promise<JournalEntry> {
  const { operationId, outcome, details, body, status, fault, chaos } = request;
  const nearMiss =
    outcome === 'notFound' || outcome === 'methodNotAllowed'
      ? nearestOperation(request.contract.operations, request.method, request.path)
      : undefined;
  const rule = isRefusal(outcome)
    ? brokenRule({ operationId, cause: outcome, details, body, nearMiss })
    : undefined;
  return {
    id: journal.idOf(number),
    at: timestampOf(request.at),
    operation: operationId ?? null,
    clientId: request.clientId,
    userId: (await userIdOfRequest(view, request)) ?? null,
    outcome,
    request: {
      method: request.method,
      path: request.path,
      query: fieldsOf(request.query ?? []),
      headers: fieldsOf(pairsOf(request.headers)),
      ...shownBody(body, request.bodyOmitted),
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
