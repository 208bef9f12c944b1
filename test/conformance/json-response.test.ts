import { describe, expect, it } from 'vitest';
import {
  hasJsonContentType,
  isTruncatedJson,
  hasJsonBody,
  hasEmptyBody,
} from '../../conformance/responses/json-response.ts';
import type { Reply } from '../../conformance/target/http-request.ts';
import { createReply } from './reply.ts';

function createResponse(type: string | null, text: string, status = 200): Reply {
  return createReply({ status, text, headers: type === null ? {} : { 'content-type': type } });
}

describe('§2.1 a response', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    ' Application/JSON ;x=1',
    'application/problem+json',
    'application/vnd.a-b+json',
  ])('is declared as JSON by the Content-Type %j', (type) =>
    expect(hasJsonContentType(createResponse(type, '{}'))).toBe(true),
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
    expect(hasJsonContentType(createResponse(type, '{}'))).toBe(false),
  );

  it('is valid if it is JSON or has no body', () => {
    expect(hasJsonBody(createResponse(null, 'null'))).toBe(true);
    expect(hasJsonBody(createResponse(null, '{'))).toBe(false);
    expect(hasEmptyBody(createResponse(null, ' \n'))).toBe(true);
    expect(hasEmptyBody(createResponse(null, ' x '))).toBe(false);
  });

  it('counts as truncated if a success declares JSON but is not JSON', () => {
    expect(isTruncatedJson(createResponse('application/json', '{"a'))).toBe(true);
    expect(isTruncatedJson(createResponse('application/json', '{"a', 400))).toBe(false);
    expect(isTruncatedJson(createResponse('text/html', '{"a'))).toBe(false);
    expect(isTruncatedJson(createResponse('application/json', '{}'))).toBe(false);
    expect(isTruncatedJson(createResponse('application/json', ' '))).toBe(false);
  });
});
