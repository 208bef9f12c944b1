/** The input of the judge: a request with its response and all secrets. It is never stored. */
import type { BodyOmitted, RequestOutcome, ChaosKind } from '../contract/control-types.ts';
import type { CompiledContract } from '../contract/validators.ts';
import type { Detail, ErrorCode, OperationId } from '../contract/types.ts';
import type { ClientMistake } from '../domain/errors.ts';
import type { SessionGrant } from '../sessions/session-token.ts';
import type { Client } from '../domain/records.ts';

/** What is visible between client and deployment. */
export interface Exchange {
  readonly contract: CompiledContract;
  readonly operationId: OperationId | undefined;
  readonly method: string;
  /** Path and query, as they were sent; in the sandbox without the prefix of the workspace. */
  readonly url: string;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed JSON; undefined without a body. */
  readonly body: unknown;
  readonly bodyProblem?: BodyProblem | undefined;
  /** Null if no response was sent. */
  readonly status: number | null;
  readonly responseBody: unknown;
  readonly responseProblem?: BodyProblem | undefined;
}

export type BodyProblem =
  /** Without a message, the violation states the size limit of the dialect. */
  | { readonly kind: 'tooLarge'; readonly message?: string }
  /** The exchange ended before the body was received. */
  | { readonly kind: 'incomplete' }
  /** The body is not JSON, or flagbearer does not support its content encoding. */
  | { readonly kind: 'syntax' | 'encoding'; readonly message: string };

/** An exchange with data that only the sandbox has. */
export interface SandboxExchange extends Exchange {
  /** When the request came in, in milliseconds of the workspace clock. */
  readonly at: number;
  /** When the request came in, in milliseconds of the wall clock. */
  readonly startedAt: number;
  /** Wall time, in milliseconds. */
  readonly durationMs: number;
  /** The number of the connection that the request used. */
  readonly connection: number;
  readonly userId: string | undefined;
  readonly outcome: RequestOutcome;
  /** The invalid parts of the request. */
  readonly details: readonly Detail[];
  /** The mistake of the client, in more detail than in the response. */
  readonly mistake: ClientMistake | undefined;
  /** How a user was signed in, and until when (milliseconds, by the clock of the workspace). */
  readonly signedIn: SessionGrant | undefined;
  /** The id of the fault that applied; `prefer` for a Prefer header. */
  readonly fault: string | undefined;
  /** The error that the response of the fault simulates. */
  readonly faultCause: ErrorCode | undefined;
  readonly chaos: readonly ChaosKind[];
  /** When the returned state was read, in milliseconds of the workspace clock; 0 for rejected requests. */
  readonly shownAt: number;
  /** The clients of the workspace; their secrets are never shown. */
  readonly clients: ReadonlyMap<string, Client>;
  /** Request headers: alternating names and values, as in `rawHeaders` of Node. */
  readonly rawHeaders: readonly string[];
  readonly bodyOmitted: BodyOmitted | undefined;
  /** Alternating names (in lower case) and values. */
  readonly responseHeaders: readonly string[];
}

/** Returns a request header; repeated values are joined as in Node. */
export function getHeader(
  { headers }: Pick<Exchange, 'headers'>,
  name: string,
): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

export function isAccepted({ status }: Pick<Exchange, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Returns whether a gateway or a temporary problem may have caused the status. */
export function mayBeFromIntermediary(status: number): boolean {
  return status === 429 || status >= 500 || (status >= 300 && status < 400);
}
