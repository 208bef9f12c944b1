import { describe, expect, it } from 'vitest';
import {
  hasJsonContentType,
  isTruncatedJson,
  hasJsonBody,
  hasEmptyBody,
} from '../../conformance/responses/json-response.ts';
import type { HttpResponse } from '../../conformance/target/http-request.ts';
import { createResponse } from './create-response.ts';

function createResponseOfType(type: string | null, text: string, status = 200): HttpResponse {
  return createResponse({ status, text, headers: type === null ? {} : { 'content-type': type } });
}

describe('§2.1 a response', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    ' Application/JSON ;x=1',
    'application/problem+json',
    'application/vnd.a-b+json',
  ])('is declared as JSON by the Content-Type %j', (type) =>
    expect(hasJsonContentType(createResponseOfType(type, '{}'))).toBe(true),
  );

  it.each([
    null,
    'text/json',
    'application/json5',
    'application/jsonp+x',
    'application/+json',
    'application/a b+json',
    'application/a/b+json',
    'x-application/json',
    'text/html; a=application/json',
  ])('is not declared as JSON by the Content-Type %j', (type) =>
    expect(hasJsonContentType(createResponseOfType(type, '{}'))).toBe(false),
  );

  it('has a JSON body if it can be parsed, and an empty body if it is only white space', () => {
    expect(hasJsonBody(createResponseOfType(null, 'null'))).toBe(true);
    expect(hasJsonBody(createResponseOfType(null, '{'))).toBe(false);
    expect(hasEmptyBody(createResponseOfType(null, ' \n'))).toBe(true);
    expect(hasEmptyBody(createResponseOfType(null, ' x '))).toBe(false);
  });

  it('is truncated if it is a success with a JSON content type, but its body is not JSON', () => {
    expect(isTruncatedJson(createResponseOfType('application/json', '{"a'))).toBe(true);
    expect(isTruncatedJson(createResponseOfType('application/json', '{"a', 400))).toBe(false);
    expect(isTruncatedJson(createResponseOfType('text/html', '{"a'))).toBe(false);
    expect(isTruncatedJson(createResponseOfType('application/json', '{}'))).toBe(false);
    expect(isTruncatedJson(createResponseOfType('application/json', ' '))).toBe(false);
  });
});
