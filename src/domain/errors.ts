/**
 * Why a request is refused: one closed union. The HTTP status of a cause and the shape of the body
 * are "not shown" (§7), so the dialect decides both; the cause itself is the `code` of the body.
 */
import type { ErrorCode, Detail } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';

export type Cause = Exclude<ErrorCode, 'internal'>;

/** A key of `errors.status` in the dialect. */
export type StatusKey = keyof Dialect['errors']['status'];

/** The clause each cause follows from, and its key in the dialect (`errors.status`). */
export const causes: {
  readonly [C in Cause]: { readonly clause: string; readonly statusKey: StatusKey };
} = {
  clientCredentials: { clause: '5.1', statusKey: 'clientCredentials' },
  bearer: { clause: '5.2', statusKey: 'bearer' },
  malformed: { clause: '4', statusKey: 'malformed' },
  invalidRequest: { clause: '4', statusKey: 'schema' },
  signature: { clause: '3', statusKey: 'signature' },
  challengeUnknown: { clause: '5.3', statusKey: 'challengeUnknown' },
  challengeExpired: { clause: '2.3', statusKey: 'challengeExpired' },
  otpWrong: { clause: '5.4', statusKey: 'otpWrong' },
  otpExpired: { clause: '8', statusKey: 'otpExpired' },
  otpLocked: { clause: '8', statusKey: 'otpLocked' },
  identityUnknown: { clause: '5.6', statusKey: 'identityUnknown' },
  flagRestricts: { clause: '7.4', statusKey: 'flagRestricts' },
  identityTaken: { clause: '4.3', statusKey: 'identityTaken' },
  rateLimited: { clause: '8', statusKey: 'rateLimited' },
  tooLarge: { clause: '8', statusKey: 'tooLarge' },
  unsupportedMediaType: { clause: '2.1', statusKey: 'mediaType' },
  notFound: { clause: '4', statusKey: 'notFound' },
  methodNotAllowed: { clause: '4', statusKey: 'method' },
};

/** Returns the HTTP status of a cause in a dialect (§7). */
export function statusOfCause(dialect: Dialect, cause: Cause): number {
  return dialect.errors.status[causes[cause].statusKey];
}

/** What a client did wrong, where the cause alone does not tell. Only the client report shows it. */
export type Slip = 'otpNotSent' | 'otpUsed' | 'otpOfAnotherRecord' | 'sessionOfAnotherClient';

/**
 * A refusal. Thrown inside a unit of work, it undoes what the unit wrote; returned from an
 * operation, it is the answer while what was written stays (a wrong try is counted).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  override readonly cause: Cause;
  /** Where in the request; shown to the caller. */
  readonly details: readonly Detail[];
  /** What the log says beside the message; never shown to the caller. */
  readonly reason: string | undefined;
  readonly slip: Slip | undefined;
  /** Seconds after which a retry makes sense, for the Retry-After header. */
  readonly retryAfter: number | undefined;
  /** Methods that the path has, for the Allow header (RFC 9110, section 15.5.6). */
  readonly allow: readonly string[] | undefined;

  constructor(
    cause: Cause,
    message: string,
    about: {
      details?: readonly Detail[];
      reason?: string;
      slip?: Slip | undefined;
      retryAfter?: number;
      allow?: readonly string[];
    } = {},
  ) {
    super(message);
    this.cause = cause;
    this.details = about.details ?? [];
    this.reason = about.reason;
    this.slip = about.slip;
    this.retryAfter = about.retryAfter;
    this.allow = about.allow;
  }
}
