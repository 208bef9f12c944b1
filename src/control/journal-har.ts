import packageManifest from '../../package.json' with { type: 'json' };
import type { JournalEntry } from '../contract/control-words.ts';
import { harOf, type Har } from '../reporting/forms/har.ts';

const REDACTED = '[redacted';

/** Returns entries of the journal as an HTTP archive. @param baseUrl of the service in the workspace */
export function journalHar(entries: readonly JournalEntry[], baseUrl: string): Har {
  const exchanges = entries.map(
    ({ id, at, durationMs, request, response, operation, outcome }) => ({
      startedAt: at,
      durationMs,
      request: {
        method: request.method,
        url: `${baseUrl}${request.path}${queryOf(request.query)}`,
        headers: request.headers,
        body: wholeText(request.body),
      },
      response: response && {
        status: response.status,
        headers: response.headers,
        body: response.body === undefined ? undefined : JSON.stringify(response.body),
      },
      comment: `${id} ${operation ?? 'no operation'}: ${outcome}`,
    }),
  );
  return harOf(exchanges, packageManifest);
}

function queryOf(query: JournalEntry['request']['query']): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Returns a body as JSON; undefined where a part of it is redacted, since nothing sends that. */
function wholeText(body: unknown): string | undefined {
  const text = JSON.stringify(body);
  return text === undefined || text.includes(REDACTED) ? undefined : text;
}
