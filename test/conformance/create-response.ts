/** Creates responses for tests of functions that only read them. */
import type { HttpRequest, HttpResponse } from '../../conformance/target/http-request.ts';

const request: HttpRequest = { operation: null, method: 'POST', path: '/', query: {}, headers: {} };

export function createResponse(
  about: Partial<Omit<HttpResponse, 'request'>> & { request?: Partial<HttpRequest> },
): HttpResponse {
  const { status = 200, text = '' } = about;
  return {
    status,
    headers: {},
    text,
    body: parsed(text),
    accepted: status < 300,
    blockedBy: null,
    exchange: { request: { method: 'POST', url: '', headers: {} }, response: null },
    ...about,
    request: { ...request, ...about.request },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
