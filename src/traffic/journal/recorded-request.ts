/** A request as the journal stores it: small, without secrets; converted to an entry when it is read. */
import type { BodyOmitted } from '../../contract/control-words.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import { pathOf, queryOf } from '../../http/request-head.ts';
import type { ShownBody } from '../../redaction/shown-body.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import { requestRedactor } from '../../redaction/request-redactor.ts';

/** What of a contract the reader of a request needs; the compiled contract of the workspace has it. */
export type RequestContract = Pick<CompiledContract, 'dialect' | 'document' | 'operations'>;

/** The members of an exchange that cannot contain secrets. */
interface RecordedFacts extends Pick<
  SandboxExchange,
  | 'at'
  | 'durationMs'
  | 'operationId'
  | 'userId'
  | 'outcome'
  | 'signedIn'
  | 'bearer'
  | 'shownAt'
  | 'details'
  | 'fault'
  | 'chaos'
  | 'method'
  | 'status'
  | 'responseHeaders'
> {
  readonly contract: RequestContract;
}

/** An exchange without secrets. It is flat: a journal of many small objects costs every request dear. */
export interface RecordedRequest extends RecordedFacts {
  /** The service-client-id that was given. */
  readonly clientId: string | null;
  readonly path: string;
  readonly query: URLSearchParams | undefined;
  /** Names as they were sent and values, in turn. */
  readonly headers: readonly string[];
  readonly body: unknown;
  readonly bodyOmitted: BodyOmitted | undefined;
  readonly responseBody: unknown;
  readonly responseBodyOmitted: BodyOmitted | undefined;
  /** About the bytes that it takes. */
  readonly weight: number;
}

/** What a request weighs before anything that is as long as its caller likes. */
const WEIGHT_OF_REQUEST = 400;

/** Copies a request with every secret replaced. */
export function recordedRequest(ended: SandboxExchange): RecordedRequest {
  const { contract, operationId, url } = ended;
  const redactor = requestRedactor(ended);
  const asked = pathOf(url);
  const query = queryOf(url);
  // The path of an operation comes from the contract, so it contains no secret.
  const path = operationId === undefined ? redactor.path(asked) : asked;
  const headers = redactor.headers(ended.rawHeaders);
  const body = ended.body === undefined ? NO_BODY : redactor.requestBody(ended.body, operationId);
  const responseBody =
    ended.responseBody === undefined ? NO_BODY : redactor.responseBody(ended.responseBody);
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
    responseHeaders: ended.responseHeaders,
    responseBody: responseBody?.value,
    responseBodyOmitted: responseBody === undefined ? 'tooLarge' : undefined,
    weight:
      WEIGHT_OF_REQUEST +
      2 * url.length +
      headers.weight +
      (body?.weight ?? 0) +
      (responseBody?.weight ?? 0),
  };
}

const NO_BODY: ShownBody = { value: undefined, weight: 0 };
