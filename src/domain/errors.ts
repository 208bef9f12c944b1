/** Error causes: the `code` of error bodies. The dialect defines their HTTP status and the shape of bodies (§7). */
import type { ErrorCode, Detail } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';

export type Cause = Exclude<ErrorCode, 'internal'>;

/**
 * The clause of each cause, and its key in the dialect (`errors.status`). The causes before `signature` are
 * checked in this order for every request; the operations check the other causes.
 */
export const causes: {
  readonly [C in Cause]: {
    readonly clause: string;
    readonly statusKey: keyof Dialect['errors']['status'];
  };
} = {
  notFound: { clause: '4', statusKey: 'notFound' },
  methodNotAllowed: { clause: '4', statusKey: 'method' },
  clientCredentials: { clause: '5.1', statusKey: 'clientCredentials' },
  tooLarge: { clause: '8', statusKey: 'tooLarge' },
  unsupportedMediaType: { clause: '2.1', statusKey: 'mediaType' },
  malformed: { clause: '4', statusKey: 'malformed' },
  invalidRequest: { clause: '4', statusKey: 'schema' },
  bearer: { clause: '5.2', statusKey: 'bearer' },
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
};

/** Returns the HTTP status of a cause in a dialect (§7). */
export function getStatus(dialect: Dialect, cause: Cause): number {
  return dialect.errors.status[causes[cause].statusKey];
}

/** A client mistake that the error response does not reveal; only for the client report. */
export type ClientMistake =
  'otpNotSent' | 'otpUsed' | 'otpOfAnotherRecord' | 'sessionOfAnotherClient';

/**
 * An error response. If an operation throws it, the unit of work is rolled back. If an operation returns
 * it, the writes are committed, such as the count of wrong attempts.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  override readonly cause: Cause;
  /** The invalid parts of the request; sent to the client. */
  readonly details: readonly Detail[];
  readonly mistake: ClientMistake | undefined;
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined;
  /** Supported methods, for the Allow header (RFC 9110, section 15.5.6). */
  readonly allow: readonly string[] | undefined;

  constructor(
    cause: Cause,
    message: string,
    options: Partial<Pick<Refusal, 'details' | 'mistake' | 'retryAfter' | 'allow'>> = {},
  ) {
    super(message);
    this.cause = cause;
    this.details = options.details ?? [];
    this.mistake = options.mistake;
    this.retryAfter = options.retryAfter;
    this.allow = options.allow;
  }
}
