/** A call of the journal as a command that makes it again. */
import type { Client, JournalEntry } from '../api/schemas.ts';

const REDACTED = /\[redacted\]/;

/** Headers that curl writes itself. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'user-agent',
]);

/**
 * The secret of a client is put back in, since the sandbox shows it anyway; a session or a signature
 * is left as a variable to fill in.
 */
export function curlOf(
  { request, clientId, operation }: JournalEntry,
  { baseUrl, clients }: { readonly baseUrl: string; readonly clients: readonly Client[] },
): string {
  const client = clients.find(({ id }) => id === clientId);
  const query = Object.entries(request.query)
    .flatMap(([name, value]) =>
      [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
    )
    .join('&');
  const url = `${baseUrl}${request.path}${query === '' ? '' : `?${query}`}`;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !OWN_HEADERS.has(name))
    .map(([name, value]) => {
      const text = [value].flat().join(', ');
      return `-H ${quoted(`${name}: ${REDACTED.test(text) ? secretFor(name) : text}`)}`;
    });
  const body = request.body === undefined ? [] : [`--data ${quoted(JSON.stringify(request.body))}`];
  return [`curl -X ${request.method} ${quoted(url)}`, ...headers, ...body].join(' \\\n  ');

  function secretFor(name: string): string {
    if (name === 'service-client-secret') return client?.secret ?? '$CLIENT_SECRET';
    if (name !== 'authorization') return `$${name.toUpperCase().replaceAll('-', '_')}`;
    const isClients = operation === 'sendSmsOtp' && client !== undefined;
    return `Bearer ${isClients ? client.accessToken : '$SESSION_JWT'}`;
  }
}

/** In single quotes a shell takes everything as it is, but for variables that are to be filled in. */
function quoted(text: string): string {
  return /\$[A-Z]/.test(text)
    ? `"${text.replaceAll(/["`\\]/g, String.raw`\$&`)}"`
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
