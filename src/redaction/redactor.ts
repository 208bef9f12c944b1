/** The parts of requests and responses that may be shown. */
import { memoize } from '../bounded-cache.ts';
import type { OpenApiDocument } from '../contract/openapi-document.ts';
import type { OperationId } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { parsePointer, toPointer } from '../documents/pointer.ts';
import { decode } from '../http/request-head.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { REDACTED } from './marker.ts';
import { CODE_NAMES, isSecretName, createNameMatcher } from './secret-names.ts';
import { createTextRedaction, type RedactText } from './text-redaction.ts';
import { redactBody, type Rules } from './redact-body.ts';
import { createHeaderRedaction } from './header-redaction.ts';
import { getShownNames } from './shown-names.ts';
import { looksLikeCode } from './token-patterns.ts';

export type Redactor = ReturnType<typeof createRedactor>;

/** The members of an effective contract that decide what is shown. */
export interface RedactionContract {
  readonly document: OpenApiDocument;
  readonly dialect: Dialect;
}

/**
 * Returns functions that copy parts of requests and responses. Values that the contract names and that are
 * not secret are copied; of other values, only name and type. For a body that is too large they return
 * undefined.
 */
export function createRedactor(
  secrets: KnownSecrets,
  { document, dialect: { otp } }: RedactionContract,
) {
  const names = getShownNames(document);
  const redactText = createTextRedaction(secrets);
  const isSecretOrCodeName = createNameMatcher([
    ...CODE_NAMES,
    otp.sms.codeField,
    otp.email.codeField,
  ]);
  const inRequest: Rules = {
    isSecretName: isSecretOrCodeName,
    redactText,
    redactName: memoize(redactText),
    redactHash: (value) => secrets.hide(value),
    digits: 'shown',
  };
  const inOtpAuthenticate: Rules = { ...inRequest, digits: 'hidden' };
  // In a response, `code` is an error or a flag.
  const inResponse: Rules = { ...inRequest, isSecretName };

  return {
    redactText,
    /** Redacts the path of a request that matches no operation. */
    redactPath: (path: string) => redactPath(path, names.path, redactText),
    redactHeaders: createHeaderRedaction(
      (name) => names.headers.has(name) && !isSecretOrCodeName(name),
      redactText,
    ),
    redactQuery(query: string): URLSearchParams {
      const redacted = new URLSearchParams();
      for (const [name, value] of new URLSearchParams(query)) {
        const isShown = names.query.has(name) && !isSecretOrCodeName(name) && !looksLikeCode(value);
        const shownName = looksLikeCode(name) ? REDACTED : redactText(name);
        redacted.append(shownName, isShown ? redactText(value) : REDACTED);
      }
      return redacted;
    },
    redactPointer(pointer: string): string {
      // A truncated text may contain part of a secret that is not recognizable.
      const isUnsafe = (part: string) => looksLikeCode(part) || part.endsWith('…');
      return toPointer(
        ...parsePointer(pointer).map((part) => (isUnsafe(part) ? REDACTED : redactText(part))),
      );
    },
    redactRequestBody(body: unknown, operationId: OperationId | undefined) {
      if (operationId !== 'authenticateSmsOtp' && operationId !== 'authenticateEmailOtp') {
        return redactBody(body, names.request, inRequest);
      }
      // A one-time password may have any name (§4.5, §4.7).
      const allowed = names.requestByOperation.get(operationId) ?? names.request;
      return redactBody(body, allowed, inOtpAuthenticate);
    },
    redactResponseBody: (body: unknown) => redactBody(body, names.response, inResponse),
  };
}

/** Matches words and versions; tokens, ids and codes never match. */
const WORD = /^(?:v\d{1,2}|\.?[A-Za-z][A-Za-z._~-]{0,31})$/;

/** Returns a path with all segments redacted except words and segments of paths in the contract. */
function redactPath(
  path: string,
  contractNames: ReadonlySet<string>,
  redactText: RedactText,
): string {
  return path
    .split('/')
    .map((segment) => (segment.includes('%') ? redactEncoded(segment) : redactSegment(segment)))
    .join('/');

  /** Shows or hides an encoded segment as a whole. */
  function redactEncoded(segment: string): string {
    const plain = decode(segment).trim();
    return redactSegment(plain) === plain ? segment : REDACTED;
  }

  function redactSegment(segment: string): string {
    return redactText(segment)
      .split(':')
      .map((part) => (part === '' || contractNames.has(part) || WORD.test(part) ? part : REDACTED))
      .join(':');
  }
}
