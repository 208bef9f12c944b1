/** The parts of requests and responses that may be shown. */
import { memoized } from '../bounded-cache.ts';
import type { OpenApiDocument } from '../contract/openapi-document.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { partsOf, pointerTo } from '../documents/pointer.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { REDACTED } from './marker.ts';
import { CODE_NAMES, isSecretName, secretNames } from './secret-names.ts';
import { secretText, type SecretText } from './secret-text.ts';
import { shownBody, type BodyRules, type ShownBody } from './shown-body.ts';
import { headerRedaction, type ShownHeaders } from './shown-headers.ts';
import { shownNames } from './shown-names.ts';
import { shownPath } from './shown-path.ts';
import { looksLikeCode } from './token-patterns.ts';

/** Returns copies of parts: values that the contract names and that are not secret; of others, names and types. */
export interface Redactor {
  text(text: string): string;
  /** @param path of a request that matches no operation */
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
    name: memoized(text),
    hash: (value) => secrets.hiddenIn(value),
    digits: 'shown',
  };
  const inAttempt: BodyRules = { ...inRequest, digits: 'hidden' };
  const inResponse: BodyRules = { ...inRequest, isSecretName };

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
      if (operationId !== 'authenticateSmsOtp' && operationId !== 'authenticateEmailOtp') {
        return shownBody(body, names.request, inRequest);
      }
      // A one-time password may have any name (§4.5, §4.7).
      return shownBody(body, names.requestOf.get(operationId) ?? names.request, inAttempt);
    },
    responseBody: (body) => shownBody(body, names.response, inResponse),
  };
}

/** A truncated text may contain part of a secret that is no longer recognizable. */
function shownPart(part: string, text: SecretText): string {
  return looksLikeCode(part) || part.endsWith('…') ? REDACTED : text(part);
}
