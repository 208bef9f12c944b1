import { describe, expect, it } from 'vitest';
import {
  isCalledJson,
  isCutShort,
  isJson,
  isWithoutBody,
} from '../../conformance/answers/json-answer.ts';
import type { Reply } from '../../conformance/target/call.ts';

function replyWith(type: string | null, text: string, status = 200): Reply {
  const headers = type === null ? {} : { 'content-type': type };
  const request = { method: 'POST', url: '', headers: {} };
  return {
    call: { operation: null, method: 'POST', path: '/', query: {}, headers: {} },
    status,
    headers,
    text,
    body: parsed(text),
    accepted: status < 300,
    turnedAway: null,
    exchange: { request, response: null },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('§2.1 an answer', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    ' Application/JSON ;x=1',
    'application/problem+json',
    'application/vnd.a-b+json',
  ])('is called JSON by %j', (type) => expect(isCalledJson(replyWith(type, '{}'))).toBe(true));

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
  ])('is not called so by %j', (type) => expect(isCalledJson(replyWith(type, '{}'))).toBe(false));

  it('is JSON, or has no body', () => {
    expect(isJson(replyWith(null, 'null'))).toBe(true);
    expect(isJson(replyWith(null, '{'))).toBe(false);
    expect(isWithoutBody(replyWith(null, ' \n'))).toBe(true);
    expect(isWithoutBody(replyWith(null, ' x '))).toBe(false);
  });

  it('is cut short where a success is called JSON and is none', () => {
    expect(isCutShort(replyWith('application/json', '{"a'))).toBe(true);
    expect(isCutShort(replyWith('application/json', '{"a', 400))).toBe(false);
    expect(isCutShort(replyWith('text/html', '{"a'))).toBe(false);
    expect(isCutShort(replyWith('application/json', '{}'))).toBe(false);
    expect(isCutShort(replyWith('application/json', ' '))).toBe(false);
  });
});
