import { BoundedCache } from '../../bounded-cache.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { partsOf, pointerTo } from '../../documents/pointer.ts';
import { REDACTED, secretNames } from '../../ports/redaction.ts';
import type { Client } from '../../store/state.ts';
import { redactedBody } from './redacted-body.ts';
import type { BodySecrets, RedactedBody } from './redacted-body.ts';
import { headerRedaction } from './redacted-headers.ts';
import type { RedactedHeaders } from './redacted-headers.ts';
import { looksLikeCode, redactedPath, secretText } from './secret-text.ts';
import type { SecretText } from './secret-text.ts';

/** Copies the parts of the calls of a workspace with every secret replaced. */
export interface Redactor {
  text(text: string): string;
  /** @param path one that is none of the contract */
  path(path: string): string;
  /** @param raw names and values in turn, as Node gives them */
  headers(raw: readonly string[]): RedactedHeaders;
  /** @param query without its question mark */
  query(query: string): URLSearchParams;
  /** @param pointer a JSON Pointer (RFC 6901), in which a name may be a secret */
  pointer(pointer: string): string;
  /** @returns undefined for a body that is too large to be kept */
  requestBody(body: unknown, operationId: OperationId | undefined): RedactedBody | undefined;
  /** @returns undefined for a body that is too large to be kept */
  answerBody(body: unknown): RedactedBody | undefined;
}

/**
 * What clients call a one-time password, besides the name that the dialect has. In an answer `code`
 * is that of an error or a flag, and no answer holds a one-time password.
 */
const CODE_NAMES = [
  'otp',
  'otpCode',
  'code',
  'passcode',
  'password',
  'pin',
  'token',
  'oneTimePassword',
  'oneTimeCode',
  'verificationCode',
  'smsCode',
  'emailCode',
];

/** 32 bytes in hex that are no key (§2.7). */
const HASHES: ReadonlySet<string> = new Set(['transactionHash']);
const NO_NAMES: ReadonlySet<string> = new Set();

const redactors = new WeakMap<ReadonlyMap<string, Client>, WeakMap<Dialect, Redactor>>();

/** The redactor for clients of a dialect, made once. */
export function redactorOf(clients: ReadonlyMap<string, Client>, dialect: Dialect): Redactor {
  const ofClients = redactors.get(clients) ?? new WeakMap<Dialect, Redactor>();
  const known = ofClients.get(dialect);
  if (known !== undefined) return known;
  const made = redactor(secretText(clients.values()), dialect);
  redactors.set(clients, ofClients.set(dialect, made));
  return made;
}

function redactor(text: SecretText, { otp }: Dialect): Redactor {
  const isSecretName = secretNames([...CODE_NAMES, otp.sms.codeField, otp.email.codeField]);
  const name = remembered(text);
  const inRequest: BodySecrets = {
    isSecretName,
    text,
    name,
    plainNames: NO_NAMES,
    digits: 'shown',
  };
  const inAttempt: BodySecrets = { ...inRequest, digits: 'hidden' };
  const inAnswer: BodySecrets = {
    ...inRequest,
    isSecretName: secretNames(),
    plainNames: HASHES,
  };

  return {
    text,
    path: (path) => redactedPath(path, text),
    headers: headerRedaction(isSecretName, text),
    query(query) {
      const shown = new URLSearchParams();
      for (const [name, value] of new URLSearchParams(query)) {
        const isSecret = isSecretName(name) || looksLikeCode(value);
        shown.append(text(name), isSecret ? REDACTED : text(value));
      }
      return shown;
    },
    pointer: (pointer) => pointerTo(...partsOf(pointer).map((part) => shownPart(part, text))),
    requestBody: (body, operationId) =>
      redactedBody(body, takesCode(operationId) ? inAttempt : inRequest),
    answerBody: (body) => redactedBody(body, inAnswer),
  };
}

/** What was cut may have been a secret that can no longer be told. */
function shownPart(part: string, text: SecretText): string {
  return looksLikeCode(part) || part.endsWith('…') ? REDACTED : text(part);
}

/** More names than this are redacted anew: strangers think of ever new ones. */
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

/** What looks like a one-time password is hidden under any name where one is due (§4.5, §4.7). */
function takesCode(operationId: OperationId | undefined): boolean {
  return operationId === 'authenticateSmsOtp' || operationId === 'authenticateEmailOtp';
}
