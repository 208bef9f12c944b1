/** A call as the journal keeps it: small, free of secrets, made into an entry when it is read. */
import type { BodyOmitted, CallOutcome } from '../contract/control-words.ts';
import type { CompiledContract } from '../contract/validators.ts';
import type { ErrorCode, ErrorDetail, OperationId } from '../contract/words.ts';
import type { Slip } from '../domain/errors.ts';
import type { SessionGrant } from '../sessions/session-token.ts';
import type { Client } from '../store/state.ts';
import type { RedactedBody } from './redacted-body.ts';
import { redactorOf } from './redactor.ts';

/** What of a contract the reader of a call needs; the compiled contract of the workspace has it. */
export type CallContract = Pick<CompiledContract, 'dialect' | 'operations'>;

/** A call that has ended, secrets and all. */
export interface EndedCall {
  /** The instant of the workspace clock at which it came, in milliseconds. */
  readonly at: number;
  /** The same by the wall clock. */
  readonly startedAt: number;
  /** Wall time, in milliseconds. */
  readonly durationMs: number;
  readonly contract: CallContract;
  /** The clients of the workspace, whose secrets show nowhere. */
  readonly clients: ReadonlyMap<string, Client>;
  readonly operationId: OperationId | undefined;
  /** See `UserTraces`. */
  readonly userId: string | undefined;
  readonly outcome: CallOutcome;
  /** Where a refusal found something wrong. */
  readonly details: readonly ErrorDetail[];
  /** What the refusal alone does not tell. */
  readonly slip: Slip | undefined;
  /** How a user was signed in, and until when (milliseconds, by the clock of the workspace). */
  readonly signedIn: Pick<SessionGrant, 'arrival' | 'expiresAt'> | undefined;
  readonly fault: string | undefined;
  /** The cause that a fault gives in place of the service. */
  readonly faultCause: ErrorCode | undefined;
  readonly method: string;
  /** Path and query, without the prefix of the workspace. */
  readonly url: string;
  /** Names and values in turn, as Node gives them. */
  readonly rawHeaders: readonly string[];
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: SentBody;
  /** Null where none went out. */
  readonly answer: EndedAnswer | null;
}

export interface EndedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly body: SentBody;
}

/** A body as JSON, undefined for none; or why it is not at hand. */
export type SentBody = { readonly value: unknown } | { readonly omitted: BodyOmitted };

/** The same without secrets. What can be worked out later is not in it. */
export interface RecordedCall extends Pick<
  EndedCall,
  'at' | 'durationMs' | 'contract' | 'operationId' | 'userId' | 'outcome' | 'details' | 'fault'
> {
  /** The service-client-id that was given. */
  readonly clientId: string | null;
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty for none. */
  readonly query: URLSearchParams | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: SentBody;
  readonly answer: EndedAnswer | null;
  /** About the bytes that it takes. */
  readonly weight: number;
}

/** What a call weighs before anything that is as long as its caller likes. */
const WEIGHT_OF_CALL = 400;

/** Copies a call with every secret replaced. */
export function recordedCall(ended: EndedCall): RecordedCall {
  const { contract, operationId, method, url, answer, rawHeaders } = ended;
  const redactor = redactorOf(ended.clients, contract.dialect);
  const mark = url.indexOf('?');
  const path = redactor.text(mark === -1 ? url : url.slice(0, mark));
  const query = mark === -1 ? undefined : redactor.query(url.slice(mark + 1));
  const headers = redactor.headers(rawHeaders);
  const body = kept(ended.body, (value) => redactor.requestBody(value, operationId));
  const answered = kept(answer?.body ?? NO_BODY, redactor.answerBody);
  return {
    at: ended.at,
    durationMs: ended.durationMs,
    contract,
    operationId,
    clientId: clientIdIn(headers.part),
    userId: ended.userId,
    outcome: ended.outcome,
    details: ended.details,
    fault: ended.fault,
    method,
    path,
    query: query?.part,
    headers: headers.part,
    body: body.body,
    answer: answer && { status: answer.status, headers: answer.headers, body: answered.body },
    weight:
      WEIGHT_OF_CALL +
      path.length +
      (query?.weight ?? 0) +
      headers.weight +
      body.weight +
      answered.weight,
  };
}

const NO_BODY: SentBody = { value: undefined };

function kept(
  body: SentBody,
  redacted: (value: unknown) => RedactedBody | undefined,
): { readonly body: SentBody; readonly weight: number } {
  if ('omitted' in body || body.value === undefined) return { body, weight: 0 };
  const copy = redacted(body.value);
  if (copy === undefined) return { body: { omitted: 'tooLarge' }, weight: 0 };
  return { body: { value: copy.value }, weight: copy.weight };
}

function clientIdIn(headers: readonly string[]): string | null {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    if (name?.length === CLIENT_ID.length && name.toLowerCase() === CLIENT_ID) {
      return headers[at + 1] ?? null;
    }
  }
  return null;
}

const CLIENT_ID = 'service-client-id';
