import { getPath, getQuery } from '../../http/request-head.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import { createRequestRedactor } from '../../redaction/request-redactor.ts';
import type { ShownBody } from '../../redaction/redact-body.ts';

/** A request as the journal stores it: small, without secrets; converted to an entry when it is read. */
export type RecordedRequest = Readonly<ReturnType<typeof toRecordedRequest>>;

/** The weight of a request without the parts whose length the client chooses. */
const WEIGHT_OF_REQUEST = 400;

/** Returns a copy of a request with every secret replaced; it is flat, to take little memory. */
export function toRecordedRequest(exchange: SandboxExchange) {
  const { contract, operationId, url } = exchange;
  const redactor = createRequestRedactor(exchange);
  const path = getPath(url);
  const query = getQuery(url);
  const headers = redactor.redactHeaders(exchange.rawHeaders);
  // The redactor returns undefined for a body that is too large for the journal.
  const body =
    exchange.body === undefined ? NO_BODY : redactor.redactRequestBody(exchange.body, operationId);
  const responseBody =
    exchange.responseBody === undefined
      ? NO_BODY
      : redactor.redactResponseBody(exchange.responseBody);
  return {
    at: exchange.at,
    durationMs: exchange.durationMs,
    contract,
    operationId,
    /** The service-client-id in the request. */
    clientId: headers.clientId,
    userId: exchange.userId,
    outcome: exchange.outcome,
    details: exchange.details,
    fault: exchange.fault,
    chaos: exchange.chaos,
    method: exchange.method,
    // The path of an operation comes from the contract, so it contains no secret.
    path: operationId === undefined ? redactor.redactPath(path) : path,
    query: query === undefined ? undefined : redactor.redactQuery(query),
    /** Alternating names and values; the names keep their case. */
    headers: headers.list,
    body: body?.value,
    bodyOmitted: body === undefined ? ('tooLarge' as const) : exchange.bodyOmitted,
    status: exchange.status,
    responseHeaders: exchange.responseHeaders,
    responseBody: responseBody?.value,
    responseBodyOmitted: responseBody === undefined ? ('tooLarge' as const) : undefined,
    /** Approximate bytes of memory. */
    weight:
      WEIGHT_OF_REQUEST +
      2 * url.length +
      headers.weight +
      (body?.weight ?? 0) +
      (responseBody?.weight ?? 0),
  };
}

const NO_BODY: ShownBody = { value: undefined, weight: 0 };
