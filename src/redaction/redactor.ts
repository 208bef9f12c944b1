/** The parts of requests and responses that may be shown. */
import { memoized } from '../bounded-cache.ts';
import type { OpenApiDocument } from '../contract/openapi-document.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { partsOf, pointerTo } from '../documents/pointer.ts';
import { decoded } from '../http/request-head.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { REDACTED } from './marker.ts';
import { CODE_NAMES, isSecretName, secretNames } from './secret-names.ts';
import { secretText, type SecretText } from './secret-text.ts';
import { shownBody, type BodyRules } from './shown-body.ts';
import { headerRedaction } from './shown-headers.ts';
import { shownNames } from './shown-names.ts';
import { looksLikeCode } from './token-patterns.ts';

export type Redactor = ReturnType<typeof redactor>;

/** The members of an effective contract that decide what is shown. */
export interface RedactionContract {
  readonly document: OpenApiDocument;
  readonly dialect: Dialect;
}

/**
 * Returns functions that copy parts of requests and responses: values that the contract names and that are not
 * secret; of others, names and types. They return undefined for a body that is too large.
 */
export function redactor(secrets: KnownSecrets, { document, dialect: { otp } }: RedactionContract) {
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
  const inOtpAuthenticate: BodyRules = { ...inRequest, digits: 'hidden' };
  const inResponse: BodyRules = { ...inRequest, isSecretName };

  return {
    text,
    /** Redacts the path of a request that matches no operation. */
    path: (path: string) => shownPath(path, names.path, text),
    headers: headerRedaction((name) => names.headers.has(name) && !isSecretInRequest(name), text),
    query(query: string): URLSearchParams {
      const shown = new URLSearchParams();
      for (const [name, value] of new URLSearchParams(query)) {
        const isShown = names.query.has(name) && !isSecretInRequest(name) && !looksLikeCode(value);
        const shownName = looksLikeCode(name) ? REDACTED : text(name);
        shown.append(shownName, isShown ? text(value) : REDACTED);
      }
      return shown;
    },
    pointer(pointer: string): string {
      // A truncated text may contain part of a secret that is not recognizable.
      const isUnsafe = (part: string) => looksLikeCode(part) || part.endsWith('…');
      return pointerTo(...partsOf(pointer).map((part) => (isUnsafe(part) ? REDACTED : text(part))));
    },
    requestBody(body: unknown, operationId: OperationId | undefined) {
      if (operationId !== 'authenticateSmsOtp' && operationId !== 'authenticateEmailOtp') {
        return shownBody(body, names.request, inRequest);
      }
      // A one-time password may have any name (§4.5, §4.7).
      return shownBody(body, names.requestOf.get(operationId) ?? names.request, inOtpAuthenticate);
    },
    responseBody: (body: unknown) => shownBody(body, names.response, inResponse),
  };
}

/** Matches words and versions; tokens, ids and codes never match. */
const WORD = /^(?:v\d{1,2}|\.?[A-Za-z][A-Za-z._~-]{0,31})$/;

/** Returns a path outside the contract: segments that the contract names, and words; others are redacted. */
function shownPath(path: string, named: ReadonlySet<string>, text: SecretText): string {
  return path
    .split('/')
    .map((segment) => (segment.includes('%') ? shownEncoded(segment) : shownSegment(segment)))
    .join('/');

  /** Shows or hides an encoded segment as a whole. */
  function shownEncoded(segment: string): string {
    const plain = decoded(segment).trim();
    return shownSegment(plain) === plain ? segment : REDACTED;
  }

  function shownSegment(segment: string): string {
    return text(segment)
      .split(':')
      .map((part) => (part === '' || named.has(part) || WORD.test(part) ? part : REDACTED))
      .join(':');
  }
}
