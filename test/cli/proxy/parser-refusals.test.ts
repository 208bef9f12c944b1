import { describe, expect, it } from 'vitest';
import { checkErrorBody } from '../../control/response-check.ts';
import { exchangeBytes } from './raw-exchange.ts';
import { startProxy } from './running-proxy.ts';
import { respondJson, startUpstream } from './upstream.ts';

describe('a request that the HTTP parser rejects', () => {
  it.each([
    [400, 'malformed', 'GET / HTTP/1.1\r\nHost: localhost\r\nNo colon\r\n\r\n'],
    [400, 'malformed', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [431, 'headersTooLarge', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [417, 'expectationFailed', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n'],
  ])('receives %i %s as JSON: %j', async (status, code, bytes) => {
    const upstream = await startUpstream(respondJson(200, {}));
    const proxy = await startProxy(upstream.url);
    const [head = '', body = ''] = (await exchangeBytes(proxy.url, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/);
    expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), details: [] });
    checkErrorBody(JSON.parse(body));
    expect(upstream.requests).toEqual([]);
  });
});
