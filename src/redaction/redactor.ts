/** What may be shown of the requests of a workspace or a run. */
import { BoundedCache } from '../bounded-cache.ts';
import type { OpenApiDocument } from '../contract/openapi-document.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { partsOf, pointerTo } from '../documents/pointer.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { REDACTED } from './marker.ts';
import { CODE_NAMES, secretNames } from './secret-names.ts';
import { secretText, type SecretText } from './secret-text.ts';
import { shownBody } from './shown-body.ts';
import type { BodyRules, ShownBody } from './shown-body.ts';
import { headerRedaction } from './shown-headers.ts';
import type { ShownHeaders } from './shown-headers.ts';
import { shownNames } from './shown-names.ts';
import { shownPath } from './shown-path.ts';
import { looksLikeCode } from './token-patterns.ts';

/** Copies the parts of requests: what the contract names and is not secret; names and kinds of the rest. */
export interface Redactor {
  text(text: string): string;
  /** @param path one that is not of the contract */
  path(path: string): string;
  /** @param raw names and values in turn, as in `rawHeaders` of Node */
  headers(raw: readonly string[]): ShownHeaders;
  /** @param query without its question mark */
  query(query: string): URLSearchParams;
  /** @param pointer a JSON Pointer (RFC 6901), in which a name may be a secret */
  pointer(pointer: string): string;
  /** @returns undefined for a body that is too large */
  requestBody(body: unknown, operationId: OperationId | undefined): ShownBody | undefined;
  /** @returns undefined for a body that is too large */
  responseBody(body: unknown): ShownBody | undefined;
}

/** The members of an effective contract that decide what is shown. */
export interface RedactionContract {
  readonly document: OpenApiDocument;
  readonly dialect: Dialect;
}

export function redactor(
  secrets: KnownSecrets,
  { document, dialect: { otp } }: RedactionContract,
): Redactor {
  const names = shownNames(document);
  const text = secretText(secrets);
  const isSecretInRequest = secretNames([...CODE_NAMES, otp.sms.codeField, otp.email.codeField]);
  const inRequest: BodyRules = {
    isSecretName: isSecretInRequest,
    text,
    name: remembered(text),
    hash: (value) => secrets.hiddenIn(value),
    digits: 'shown',
  };
  const inAttempt: BodyRules = { ...inRequest, digits: 'hidden' };
  const inResponse: BodyRules = { ...inRequest, isSecretName: secretNames() };

  return {
    text,
    path: (path) => shownPath(path, names.path, text),
    headers: headerRedaction((name) => names.headers.has(name) && !isSecretInRequest(name), text),
    query(query) {
      const shown = new URLSearchParams();
      for (const [name, value] of new URLSearchParams(query)) {
        const isShown = names.query.has(name) && !isSecretInRequest(name) && !looksLikeCode(value);
        const shownName = looksLikeCode(name) ? REDACTED : text(name);
        shown.append(shownName, isShown ? text(value) : REDACTED);
      }
      return shown;
    },
    pointer: (pointer) => pointerTo(...partsOf(pointer).map((part) => shownPart(part, text))),
    requestBody(body, operationId) {
      // Where a code is due, it may be sent under any name (§4.5, §4.7).
      const place = takesCode(operationId) ? names.requestOf.get(operationId) : names.request;
      return shownBody(
        body,
        place ?? names.request,
        takesCode(operationId) ? inAttempt : inRequest,
      );
    },
    responseBody: (body) => shownBody(body, names.response, inResponse),
  };
}

/** A truncated text may contain part of a secret that is no longer recognizable. */
function shownPart(part: string, text: SecretText): string {
  return looksLikeCode(part) || part.endsWith('…') ? REDACTED : text(part);
}

/** More names than this are redacted anew: callers can invent ever new ones. */
const REMEMBERED_NAMES = 1000;
const LONGEST_REMEMBERED = 64;

function remembered(text: SecretText): SecretText {
  const known = new BoundedCache<string, string>(REMEMBERED_NAMES);
  return (name) => {
    if (name.length > LONGEST_REMEMBERED) return text(name);
    let shown = known.get(name);
    if (shown === undefined) {
      shown = text(name);
      known.set(name, shown);
    }
    return shown;
  };
}

function takesCode(
  operationId: OperationId | undefined,
): operationId is 'authenticateSmsOtp' | 'authenticateEmailOtp' {
  return operationId === 'authenticateSmsOtp' || operationId === 'authenticateEmailOtp';
}
