/** Exchanges without secrets, for reports, journal and terminal. */
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import type { OperationId } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { removeEndSlashes } from '../http/base-url.ts';
import { getPath, getQuery } from '../http/request-head.ts';
import type { Violation } from '../judge/violation.ts';
import { KnownSecrets } from '../redaction/known-secrets.ts';
import { REDACTED } from '../redaction/marker.ts';
import { createRedactor, type RedactionContract, type Redactor } from '../redaction/redactor.ts';
import { isSecretName, suggestsSecret } from '../redaction/secret-names.ts';
import type { ShownBody } from '../redaction/redact-body.ts';
import { looksLikeCode } from '../redaction/token-patterns.ts';
import type { Exchange } from '../reporting/report.ts';
import { truncateText } from '../reporting/text/truncate-text.ts';
import { getHeader, toHeaderMap, parseHeaders } from './forwarded-exchange.ts';
import type {
  ObservedBody,
  ForwardedExchange,
  ObservedHeaders,
  ObservedRequest,
  ObservedResponse,
} from './forwarded-exchange.ts';

/** Maximum characters of a body in the evidence. */
const MAX_BODY_LENGTH = 4000;

/** Maximum number of values of a body that are searched for secrets, and maximum depth. */
const MAX_VALUES = 1000;
const MAX_DEPTH = 32;

const CLIENT_ID = 'service-client-id';

type RedactedExchange = Pick<ProxyEntry, 'clientId' | 'request' | 'response'>;

/** Collects secrets from exchanges and redacts them wherever they occur. */
export class Redaction {
  readonly #requestSecrets: KnownSecrets;
  /** Stored separately: many secrets in responses must not replace the secrets of requests. */
  readonly #responseSecrets: KnownSecrets;
  readonly #contract: RedactionContract;

  constructor(contract: RedactionContract, known: KnownSecrets) {
    this.#requestSecrets = new KnownSecrets({ parent: known });
    this.#responseSecrets = new KnownSecrets({ parent: this.#requestSecrets });
    this.#contract = contract;
  }

  observe({ request, response }: ForwardedExchange, operationId: OperationId | undefined): void {
    addRequestSecrets(this.#requestSecrets, request, operationId, this.#contract.dialect);
    if (response !== null) addResponseSecrets(this.#responseSecrets, response);
  }

  redact(
    { request, response }: ForwardedExchange,
    operationId: OperationId | undefined,
  ): RedactedExchange {
    const redactor = this.#createRedactor();
    const clientId = getHeader(request.headers, CLIENT_ID);
    return {
      clientId: clientId === undefined ? null : redactor.redactText(clientId),
      request: {
        method: request.method,
        url: redactUrl(request.url, operationId, redactor),
        headers: redactHeaders(request.headers, redactor),
        ...redactBody(request.body, (body) => redactor.redactRequestBody(body, operationId)),
      },
      response: response && {
        status: response.status,
        headers: redactHeaders(response.headers, redactor),
        ...redactBody(response.body, (body) => redactor.redactResponseBody(body)),
      },
    };
  }

  redactViolations(violations: readonly Violation[]): readonly Violation[] {
    const redactor = this.#createRedactor();
    return violations.map((violation) => ({
      ...violation,
      pointer: redactor.redactPointer(violation.pointer),
      message: redactor.redactText(violation.message),
    }));
  }

  /**
   * Returns a redactor with all secrets so far. Redactors cache results, so an older redactor would show
   * new secrets.
   */
  #createRedactor(): Redactor {
    return createRedactor(this.#responseSecrets, this.#contract);
  }
}

function redactUrl(url: string, operationId: OperationId | undefined, redactor: Redactor): string {
  const path = getPath(url);
  const shownPath =
    operationId === undefined ? redactor.redactPath(path) : redactor.redactText(path);
  const query = getQuery(url);
  if (query === undefined) return shownPath;
  const visible = redactor.redactQuery(query).toString();
  return `${shownPath}?${visible.replaceAll(encodeURIComponent(REDACTED), REDACTED)}`;
}

function redactHeaders(headers: ObservedHeaders, redactor: Redactor): Record<string, string> {
  return toHeaderMap(redactor.redactHeaders(headers).list);
}

function redactBody(
  { value, problem }: ObservedBody,
  redact: (value: unknown) => ShownBody | undefined,
): Pick<ProxyEntry['request'], 'body' | 'bodyOmitted'> {
  if (problem !== undefined) {
    return { bodyOmitted: problem.kind === 'tooLarge' ? 'tooLarge' : 'notJson' };
  }
  if (value === undefined) return {};
  const shown = redact(value);
  if (shown === undefined) return { bodyOmitted: 'tooLarge' };
  // A redacted copy of JSON is JSON.
  return { body: shown.value } as Pick<ProxyEntry['request'], 'body'>;
}

export function toEvidence(
  { request, response }: RedactedExchange,
  { durationMs, error }: Pick<ForwardedExchange, 'durationMs' | 'error'>,
  { upstream, operationId }: { upstream: string; operationId: OperationId | undefined },
): Exchange {
  const text = formatBody(request);
  return {
    request: {
      ...(operationId === undefined ? {} : { operation: operationId }),
      method: request.method,
      url: `${removeEndSlashes(upstream)}${request.url}`,
      headers: request.headers,
      ...(text === '' ? {} : { body: text }),
    },
    response: response && {
      status: response.status,
      headers: response.headers,
      body: formatBody(response),
      durationMs,
    },
    ...(error === null ? {} : { networkError: error.message }),
  };
}

type ShownMessage = ProxyEntry['request'] | NonNullable<ProxyEntry['response']>;

function formatBody({ body, bodyOmitted }: ShownMessage): string {
  if (bodyOmitted !== undefined) return `[${bodyOmitted}]`;
  return body === undefined ? '' : truncateText(JSON.stringify(body), MAX_BODY_LENGTH);
}

/** Adds the secrets of a request: credentials, tokens, one-time passwords, values with names of secrets. */
function addRequestSecrets(
  secrets: KnownSecrets,
  { headers, url, body }: ObservedRequest,
  operationId: OperationId | undefined,
  { otp }: Dialect,
): void {
  addHeaders(secrets, headers);
  const secret = getHeader(headers, 'service-client-secret');
  // The content of the header `Authorization: Basic` before base64.
  if (secret !== undefined) secrets.add(`${getHeader(headers, CLIENT_ID) ?? ''}:${secret}`);
  for (const [name, value] of new URLSearchParams(getQuery(url))) addIfSecret(secrets, name, value);
  const codeFields = new Set([otp.sms.codeField, otp.email.codeField]);
  const isAttempt = operationId === 'authenticateSmsOtp' || operationId === 'authenticateEmailOtp';
  visitValues(body.value, (name, value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const text = String(value);
    if (codeFields.has(name) || (isAttempt && looksLikeCode(text))) secrets.addWord(text);
    else addIfSecret(secrets, name, text);
  });
}

/** Adds the secrets of a response: session tokens (§2.4), and values with names of secrets. */
function addResponseSecrets(secrets: KnownSecrets, { headers, body }: ObservedResponse): void {
  addHeaders(secrets, headers);
  visitValues(body.value, (name, value) => {
    if (typeof value === 'string') addIfSecret(secrets, name, value);
  });
}

function addHeaders(secrets: KnownSecrets, headers: ObservedHeaders): void {
  const clientId = getHeader(headers, CLIENT_ID);
  for (const { lowerName: name, value } of parseHeaders(headers)) {
    if (name.endsWith('authorization')) addCredentials(secrets, value, clientId);
    else if (name.endsWith('cookie')) addCookies(secrets, name, value);
    else addIfSecret(secrets, name, value);
  }
}

function addCookies(secrets: KnownSecrets, name: string, value: string): void {
  const [first = '', ...others] = value.split(';');
  // After the first pair, Set-Cookie has attributes such as Path.
  const pairs = name === 'set-cookie' ? [first] : [first, ...others];
  for (const pair of pairs) {
    const content = pair.slice(pair.indexOf('=') + 1);
    if (isOpaque(content)) secrets.add(content);
  }
}

/** Adds the credentials of a header (RFC 9110, section 11.4); `Basic` contains an id and a secret (RFC 7617). */
function addCredentials(secrets: KnownSecrets, value: string, clientId: string | undefined): void {
  const credentials = value.slice(value.lastIndexOf(' ') + 1);
  // It is a mistake to send the client id as credentials, but the id is not a secret.
  if (credentials === clientId) return;
  secrets.add(credentials);
  if (!/^basic /i.test(value)) return;
  const pair = Buffer.from(credentials, 'base64').toString();
  secrets.add(pair);
  secrets.add(pair.slice(pair.indexOf(':') + 1));
}

function addIfSecret(secrets: KnownSecrets, name: string, value: string): void {
  if (isSecretName(name) || (suggestsSecret(name) && isOpaque(value))) secrets.add(value);
}

/**
 * Returns whether a value may be a secret. A name such as `authType` looks like a secret, but has values
 * such as `wallet`.
 */
function isOpaque(value: string): boolean {
  return value.length >= 12 || (value.length >= 8 && /\d/.test(value));
}

function visitValues(body: unknown, onValue: (name: string, value: unknown) => void): void {
  let values = 0;
  visit('', body, 0);

  function visit(name: string, value: unknown, depth: number): void {
    values += 1;
    if (values > MAX_VALUES || depth > MAX_DEPTH) return;
    if (typeof value !== 'object' || value === null) onValue(name, value);
    else if (Array.isArray(value)) for (const item of value) visit(name, item, depth + 1);
    else for (const [key, member] of Object.entries(value)) visit(key, member, depth + 1);
  }
}
