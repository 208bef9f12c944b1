import { isJsonObject } from '../documents/json-object.ts';

/**
 * Returns the evidence for a key in a dialect document as one line: request, response and notes. The schema
 * allows evidence of any form, because a file can be written by hand.
 */
export function formatEvidence(evidence: unknown): string | undefined {
  if (!isJsonObject(evidence)) return undefined;
  const exchange = formatExchange(evidence);
  const notes = Object.values(evidence).filter((value) => typeof value === 'string');
  const line = [exchange, ...notes].filter(Boolean).join('. ');
  if (line !== '') return line;
  return Object.keys(evidence).length === 0 ? undefined : JSON.stringify(evidence);
}

function formatExchange({
  request,
  response,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (!isJsonObject(request)) return undefined;
  const parts = [request['method'], getPath(request['url'] ?? request['path'])];
  const line = parts.filter((part) => typeof part === 'string').join(' ');
  if (line === '') return undefined;
  const status = isJsonObject(response) ? response['status'] : undefined;
  return typeof status === 'number' ? `${line}: status ${status}` : line;
}

/** Removes scheme and host, which are the same in all lines. */
function getPath(url: unknown): unknown {
  return typeof url === 'string' ? url.replace(/^https?:\/\/[^/]*/, '') : url;
}
