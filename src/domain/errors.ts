/**
 * Why a request is refused: one closed union. The HTTP status of a cause and the shape of the body
 * are "not shown" (§7), so the dialect decides both; the cause itself is the `code` of the body.
 */
import type { ErrorCode, Detail } from '../contract/words.ts';

export type Cause = Exclude<ErrorCode, 'internal'>;

/** The clause that each cause rests on. */
export const causeClauses: { readonly [C in Cause]: string } = {
  clientCredentials: '5.1',
  bearer: '5.2',
  malformed: '4',
  schema: '4',
  signature: '3',
  challengeUnknown: '5.3',
  challengeExpired: '2.3',
  otpWrong: '5.4',
  otpExpired: '8',
  otpLocked: '8',
  identityUnknown: '5.6',
  flagRestricts: '7.4',
  identityTaken: '4.3',
  rateLimited: '8',
  tooLarge: '8',
  mediaType: '2.1',
  notFound: '4',
  method: '4',
};

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
