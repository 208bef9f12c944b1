/** Collects secrets of requests and responses, which are redacted from then on. */
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { queryOf } from '../http/request-head.ts';
import type { KnownSecrets } from '../redaction/known-secrets.ts';
import { isSecretName, suggestsSecret } from '../redaction/secret-names.ts';
import { looksLikeCode } from '../redaction/token-patterns.ts';
import {
  headerOf,
  headersIn,
  type ObservedHeaders,
  type ObservedRequest,
  type ObservedResponse,
} from './observed-exchange.ts';

/** Maximum number of values of a body that are inspected, and maximum depth. */
const MAX_VALUES = 1000;
const DEEPEST = 32;

const CLIENT_ID = 'service-client-id';

/** Adds the secrets of a request: credentials, tokens, one-time passwords, values with names of secrets. */
export function addRequestSecrets(
  secrets: KnownSecrets,
  { headers, url, body }: ObservedRequest,
  operationId: OperationId | undefined,
  { otp }: Dialect,
): void {
  addHeaders(secrets, headers);
  const secret = headerOf(headers, 'service-client-secret');
  // The form of `Basic`.
  if (secret !== undefined) secrets.add(`${headerOf(headers, CLIENT_ID) ?? ''}:${secret}`);
  for (const [name, value] of new URLSearchParams(queryOf(url))) addNamed(secrets, name, value);
  const codeFields = new Set([otp.sms.codeField, otp.email.codeField]);
  const isAttempt = operationId === 'authenticateSmsOtp' || operationId === 'authenticateEmailOtp';
  eachValue(body.value, (name, value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const text = String(value);
    if (codeFields.has(name) || (isAttempt && looksLikeCode(text))) secrets.addWord(text);
    else addNamed(secrets, name, text);
  });
}

/** Adds the secrets of a response: session tokens (§2.4), and values with names of secrets. */
export function addResponseSecrets(
  secrets: KnownSecrets,
  { headers, body }: ObservedResponse,
): void {
  addHeaders(secrets, headers);
  eachValue(body.value, (name, value) => {
    if (typeof value === 'string') addNamed(secrets, name, value);
  });
}

function addHeaders(secrets: KnownSecrets, headers: ObservedHeaders): void {
  for (const { lowerName: name, value } of headersIn(headers)) {
    if (name.endsWith('authorization')) {
      addCredentials(secrets, value, headerOf(headers, CLIENT_ID));
    } else if (name.endsWith('cookie')) {
      for (const pair of value.split(';')) {
        const content = pair.slice(pair.indexOf('=') + 1);
        if (isOpaque(content)) secrets.add(content);
      }
    } else addNamed(secrets, name, value);
  }
}

/** RFC 9110, section 11.4; `Basic` contains an id and a secret (RFC 7617). */
function addCredentials(secrets: KnownSecrets, value: string, clientId: string | undefined): void {
  const credentials = value.slice(value.lastIndexOf(' ') + 1);
  // A mistake of the client; its id is not a secret.
  if (credentials === clientId) return;
  secrets.add(credentials);
  if (!/^basic /i.test(value)) return;
  const pair = Buffer.from(credentials, 'base64').toString();
  secrets.add(pair);
  secrets.add(pair.slice(pair.indexOf(':') + 1));
}

function addNamed(secrets: KnownSecrets, name: string, value: string): void {
  if (isSecretName(name) || (suggestsSecret(name) && isOpaque(value))) secrets.add(value);
}

/** Whether a value may be a secret: a name such as `authType` suggests one, but has values such as `wallet`. */
function isOpaque(value: string): boolean {
  return value.length >= 12 || (value.length >= 8 && /\d/.test(value));
}

function eachValue(body: unknown, found: (name: string, value: unknown) => void): void {
  let values = 0;
  visit('', body, 0);

  function visit(name: string, value: unknown, depth: number): void {
    values += 1;
    if (values > MAX_VALUES || depth > DEEPEST) return;
    if (typeof value !== 'object' || value === null) found(name, value);
    else if (Array.isArray(value)) for (const item of value) visit(name, item, depth + 1);
    else for (const [inner, each] of Object.entries(value)) visit(inner, each, depth + 1);
  }
}
