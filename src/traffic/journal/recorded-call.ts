/** A call as the journal keeps it: small, free of secrets, made into an entry when it is read. */
import type { BodyOmitted, CallOutcome, ChaosKind } from '../../contract/control-words.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { ErrorCode, ErrorDetail, OperationId } from '../../contract/words.ts';
import type { Slip } from '../../domain/errors.ts';
import { pathOf, queryOf } from '../../http/request-head.ts';
import type { SessionGrant } from '../../sessions/session-token.ts';
import type { Bearer, Client } from '../../store/state.ts';
import type { ShownBody } from '../../redaction/shown-body.ts';
import { redactorOfCall } from '../call-redactor.ts';

/** What of a contract the reader of a call needs; the compiled contract of the workspace has it. */
export type CallContract = Pick<CompiledContract, 'dialect' | 'document' | 'operations'>;

/** What a call keeps of what has ended, and which no secret can be in. */
interface CallFacts {
  /** The instant of the workspace clock at which it came, in milliseconds. */
  readonly at: number;
  /** Wall time, in milliseconds. */
  readonly durationMs: number;
  readonly contract: CallContract;
  readonly operationId: OperationId | undefined;
  /** See `UserTraces`. */
  readonly userId: string | undefined;
  readonly outcome: CallOutcome;
  /** How a user was signed in, and until when (milliseconds, by the clock of the workspace). */
  readonly signedIn: SessionGrant | undefined;
  /** Whose bearer it carried, where the operation has looked at it. */
  readonly bearer: Bearer;
  /** The instant that an accepted answer shows, by the clock of the workspace (milliseconds); else 0. */
  readonly shownAt: number;
  /** Where a refusal found something wrong. */
  readonly details: readonly ErrorDetail[];
  readonly fault: string | undefined;
  /** What chaos has done to it. */
  readonly chaos: readonly ChaosKind[];
  readonly method: string;
  /** The status that was answered; null where no answer went out. */
  readonly status: number | null;
  /** Names in lower case and values, in turn. */
  readonly answerHeaders: readonly string[];
}

/** A call that has ended, secrets and all. */
export interface EndedCall extends CallFacts {
  /** The instant of the wall clock at which it came, in milliseconds. */
  readonly startedAt: number;
  /** What the refusal alone does not tell. */
  readonly slip: Slip | undefined;
  /** The cause that a fault gives in place of the service. */
  readonly faultCause: ErrorCode | undefined;
  /** The clients of the workspace, whose secrets show nowhere. */
  readonly clients: ReadonlyMap<string, Client>;
  /** Path and query, without the prefix of the workspace. */
  readonly url: string;
  /** Names and values in turn, as Node gives them. */
  readonly rawHeaders: readonly string[];
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** JSON; undefined for none. */
  readonly body: unknown;
  /** Why the body is not at hand, though there is one. */
  readonly bodyOmitted: BodyOmitted | undefined;
  readonly answerBody: unknown;
}

/** The same without secrets. It is flat: a journal of many small objects costs every call dear. */
export interface RecordedCall extends CallFacts {
  /** The service-client-id that was given. */
  readonly clientId: string | null;
  readonly path: string;
  readonly query: URLSearchParams | undefined;
  /** Names as they were sent and values, in turn. */
  readonly headers: readonly string[];
  readonly body: unknown;
  readonly bodyOmitted: BodyOmitted | undefined;
  readonly answerBody: unknown;
  readonly answerOmitted: BodyOmitted | undefined;
  /** About the bytes that it takes. */
  readonly weight: number;
}

/** What a call weighs before anything that is as long as its caller likes. */
const WEIGHT_OF_CALL = 400;

/** Copies a call with every secret replaced. */
export function recordedCall(ended: EndedCall): RecordedCall {
  const { contract, operationId, url } = ended;
  const redactor = redactorOfCall(ended);
  const asked = pathOf(url);
  const query = queryOf(url);
  // The path of an operation is one of the contract, which holds no secret.
  const path = operationId === undefined ? redactor.path(asked) : asked;
  const headers = redactor.headers(ended.rawHeaders);
  const body = ended.body === undefined ? NO_BODY : redactor.requestBody(ended.body, operationId);
  const answerBody =
    ended.answerBody === undefined ? NO_BODY : redactor.answerBody(ended.answerBody);
  return {
    at: ended.at,
    durationMs: ended.durationMs,
    contract,
    operationId,
    clientId: headers.clientId,
    userId: ended.userId,
    outcome: ended.outcome,
    signedIn: ended.signedIn,
    bearer: ended.bearer,
    shownAt: ended.shownAt,
    details: ended.details,
    fault: ended.fault,
    chaos: ended.chaos,
    method: ended.method,
    path,
    query: query === undefined ? undefined : redactor.query(query),
    headers: headers.list,
    body: body?.value,
    bodyOmitted: body === undefined ? 'tooLarge' : ended.bodyOmitted,
    status: ended.status,
    answerHeaders: ended.answerHeaders,
    answerBody: answerBody?.value,
    answerOmitted: answerBody === undefined ? 'tooLarge' : undefined,
    weight:
      WEIGHT_OF_CALL +
      2 * url.length +
      headers.weight +
      (body?.weight ?? 0) +
      (answerBody?.weight ?? 0),
  };
}

const NO_BODY: ShownBody = { value: undefined, weight: 0 };
