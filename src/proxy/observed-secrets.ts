/** Secrets in requests through the proxy, which are redacted from then on wherever they occur. */
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { queryOf } from '../http/request-head.ts';
import type { KnownSecrets } from '../redaction/known-secrets.ts';
import { isSecretName, suggestsSecret } from '../redaction/secret-names.ts';
import { looksLikeCode } from '../redaction/token-patterns.ts';
import {
  headerOf,
  jsonIn,
  type ObservedResponse,
  type ObservedHeaders,
  type ObservedRequest,
} from './observed-exchange.ts';

/** Maximum number of values of a body that are inspected, and maximum depth. */
const MAX_VALUES = 1000;
const DEEPEST = 32;

const CLIENT_ID = 'service-client-id';

type Named = (name: string, value: unknown) => void;

/** Adds what a request shows: credentials, tokens, one-time passwords, values under names of secrets. */
export function addRequestSecrets(
  secrets: KnownSecrets,
  { headers, url, body }: ObservedRequest,
  operationId: OperationId | undefined,
  { otp }: Dialect,
): void {
  addHeaders(secrets, headers);
  const secret = headerOf(headers, 'service-client-secret');
  // As `Basic` has it.
  if (secret !== undefined) secrets.add(`${headerOf(headers, CLIENT_ID) ?? ''}:${secret}`);
  for (const [name, value] of new URLSearchParams(queryOf(url))) addNamed(secrets, name, value);
  const codeFields = new Set([otp.sms.codeField, otp.email.codeField]);
  const isAttempt = operationId === 'authenticateSmsOtp' || operationId === 'authenticateEmailOtp';
  eachValue(jsonIn(body), (name, value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const text = String(value);
    if (codeFields.has(name) || (isAttempt && looksLikeCode(text))) secrets.addWord(text);
    else addNamed(secrets, name, text);
  });
}

/** Adds what a response shows: session tokens (§2.4), and values under names of secrets. */
export function addResponseSecrets(
  secrets: KnownSecrets,
  { headers, body }: ObservedResponse,
): void {
  addHeaders(secrets, headers);
  eachValue(jsonIn(body), (name, value) => {
    if (typeof value === 'string') addNamed(secrets, name, value);
  });
}

function addHeaders(secrets: KnownSecrets, headers: ObservedHeaders): void {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = (headers[at] ?? '').toLowerCase();
    const value = headers[at + 1] ?? '';
    if (name.endsWith('authorization'))
      addCredentials(secrets, value, headerOf(headers, CLIENT_ID));
    else if (name.endsWith('cookie')) {
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
  // A mistake, by which the client would be shown nowhere.
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

/** A name may suggest a secret and mean a method, as `authType: wallet` does. */
function isOpaque(value: string): boolean {
  return value.length >= 12 || (value.length >= 8 && /\d/.test(value));
}

function eachValue(body: unknown, found: Named): void {
  let values = 0;
  look('', body, 0);

  function look(name: string, value: unknown, depth: number): void {
    values += 1;
    if (values > MAX_VALUES || depth > DEEPEST) return;
    if (typeof value !== 'object' || value === null) found(name, value);
    else if (Array.isArray(value)) for (const item of value) look(name, item, depth + 1);
    else for (const [inner, each] of Object.entries(value)) look(inner, each, depth + 1);
  }
}
