/** Creates responses for tests of functions that only read them. */
import type { HttpRequest, HttpResponse } from '../../conformance/target/http-request.ts';
import { parseJson } from '../../conformance/target/response-body.ts';

const request: HttpRequest = { operation: null, method: 'POST', path: '/', query: {}, headers: {} };

export function createResponse(
  changes: Partial<Omit<HttpResponse, 'request'>> & { request?: Partial<HttpRequest> },
): HttpResponse {
  const { status = 200, text = '' } = changes;
  return {
    status,
    headers: {},
    text,
    body: parseJson(text),
    accepted: status < 300,
    blockedBy: null,
    exchange: { request: { method: 'POST', url: '', headers: {} }, response: null },
    ...changes,
    request: { ...request, ...changes.request },
  };
}
