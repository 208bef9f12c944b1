import { describe, expect, it } from 'vitest';
import { checkErrorBody } from '../../control/response-check.ts';
import { exchangeBytes } from './raw-exchange.ts';
import { startProxy } from './running-proxy.ts';
import { respondJson, startUpstream } from './upstream.ts';

describe('a request that the HTTP parser rejects', () => {
  it.each([
    [400, 'malformed', 'a header without a colon', 'Host: localhost\r\nNo colon'],
    [400, 'malformed', 'a missing Host header', 'Connection: close'],
    [431, 'headersTooLarge', 'headers above 16 KiB', `Host: a\r\nX: ${'x'.repeat(20_000)}`],
    [417, 'expectationFailed', 'an unsupported expectation', 'Host: a\r\nExpect: a miracle'],
  ])('receives %i %s as JSON for %s', async (status, code, _, headers) => {
    const bytes = `GET / HTTP/1.1\r\n${headers}\r\n\r\n`;
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
