import type { Dialect } from '../../dialect/dialect.ts';
import type { Client, JournalEntry } from '../api/schemas.ts';

const REDACTED = '[redacted]';

/** Headers that curl sets without an option. */
const CURL_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'accept-encoding',
  'user-agent',
]);

/** An argument of a shell command: texts, and variables that the user must set. */
type ShellArgument = readonly (string | { readonly variable: string })[];

interface Workspace {
  readonly baseUrl: string;
  readonly clients: readonly Client[];
  readonly dialect: Dialect;
}

/**
 * Returns a request of the journal as a curl command for a POSIX shell. The command contains the secret of the
 * client, which the console also shows elsewhere. A one-time password, signature or session is a shell variable;
 * the command fails with a message if the variable is not set.
 */
export function formatCurl(
  { request, clientId, operation }: JournalEntry,
  { baseUrl, clients, dialect }: Workspace,
): string {
  const { method, path, query, headers, body } = request;
  const client = clients.find(({ id }) => id === clientId);
  const session = getSessionHeader(dialect.session.sentIn);
  const headerOptions = Object.entries(headers)
    .map(([name, value]) => ({ name, value: [value].flat().join(', ') }))
    .filter(({ name, value }) => !CURL_HEADERS.has(name) && !isOmitted(name, value))
    .map(({ name, value }) => `-H ${quoteArgument(formatHeader(name, value))}`);
  return [
    // Without --globoff, curl expands brackets and braces in a URL.
    `curl --globoff ${method === 'HEAD' ? '--head' : `-X ${method}`}`,
    quoteForShell(`${baseUrl}${path}${formatQuery(query)}`),
    ...headerOptions,
    ...(body === undefined ? [] : [`--data-raw ${quoteArgument(formatJsonBody(body))}`]),
  ].join(' \\\n  ');

  function formatHeader(name: string, value: string): ShellArgument {
    // In curl, `name;` is a header without value.
    if (!value.includes(REDACTED)) return value === '' ? [`${name};`] : [`${name}: ${value}`];
    if (name === 'service-client-secret' && client) return [`${name}: ${client.secret}`];
    // The header contains the access token in an SMS send, and if the dialect sends sessions in another header.
    const isAccessToken = operation === 'sendSmsOtp' || session.name !== 'authorization';
    if (name === 'authorization' && isAccessToken && client) {
      return [`${name}: Bearer ${client.accessToken}`];
    }
    return name === session.name
      ? [`${name}: ${session.prefix}`, { variable: 'SESSION_JWT' }]
      : [`${name}: `, createVariable(name)];
  }

  /** Returns whether a header is redacted and not defined by the contract. */
  function isOmitted(name: string, value: string): boolean {
    const isDefined =
      name === 'authorization' || name === session.name || name.startsWith('service-client-');
    return value === REDACTED && !isDefined;
  }
}

/** Returns the header that contains a session (§5.8): its lower-case name, and the text before the session. */
export function getSessionHeader(sentIn: Dialect['session']['sentIn']) {
  if (sentIn === 'authorization') return { name: 'authorization', prefix: 'Bearer ' };
  return 'header' in sentIn
    ? { name: sentIn.header.toLowerCase(), prefix: '' }
    : { name: 'cookie', prefix: `${sentIn.cookie}=` };
}

/** Returns the query of a URL, with its question mark. */
export function formatQuery(query: Readonly<Record<string, string | readonly string[]>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Returns JSON in which each redacted value is a variable with the name of its key. */
function formatJsonBody(body: unknown): ShellArgument {
  // The key of each redacted value, in the order of the JSON text. The replacer only collects the keys.
  const names: string[] = [];
  const json = JSON.stringify(body, (name, value: unknown) => {
    // A key can be redacted, too.
    const text = typeof value === 'string' ? name + value : name;
    const redactions = text.split(REDACTED).length - 1;
    names.push(...Array<string>(redactions).fill(name));
    return value;
  });
  const [start = '', ...texts] = json.split(REDACTED);
  return [start, ...texts.flatMap((text, index) => [createVariable(names[index]), text])];
}

/** Returns the variable `SERVICE_CLIENT_SECRET` for `service-client-secret`. */
function createVariable(name = ''): { readonly variable: string } {
  const variable = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').replaceAll(/\W/g, '_');
  return { variable: /^[A-Za-z]\w*$/.test(variable) ? variable.toUpperCase() : 'SECRET' };
}

/** Quotes a text for a shell. In single quotes, a shell never executes a part of the text. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function quoteArgument(argument: ShellArgument): string {
  return argument
    .filter((part) => part !== '')
    .map((part) =>
      typeof part === 'string'
        ? quoteForShell(part)
        : `"\${${part.variable}:?redacted in the journal, set it}"`,
    )
    .join('');
}
