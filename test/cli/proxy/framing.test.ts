/** The proxy and the upstream agree on the length of each message (RFC 9112, sections 6 and 7). */
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { exchangeBytes, startRawUpstream } from './raw-exchange.ts';
import { startProxy } from './running-proxy.ts';
import { startUpstream } from './upstream.ts';

/** A body that looks like a second request, to detect request smuggling. */
const body = 'POST /smuggled HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\n\r\n';
const framings = {
  contentLength: { header: `Content-Length: ${body.length}`, bytes: body },
  chunked: {
    header: 'Transfer-Encoding: chunked',
    bytes: `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  },
};

interface RecordedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
}

/** Starts a deployment that adds the method, URL and body of each request to `recorded`. */
async function startRecordingUpstream() {
  const recorded: RecordedRequest[] = [];
  const record: RequestListener = (req, res) => {
    let text = '';
    req.setEncoding('latin1').on('data', (piece: string) => (text += piece));
    req.on('end', () => {
      recorded.push({ method: req.method, url: req.url, body: text });
      res.end('{}');
    });
  };
  return { ...(await startUpstream(record)), recorded };
}

const createHead = (method: string, ...headers: readonly string[]) =>
  [`${method} /a HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');

describe('the body of a request', () => {
  const methods = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'PROPFIND'];
  const connectionOptions = [
    'content-length',
    'Transfer-Encoding',
    'CONTENT-LENGTH, host',
    'x',
    'keep-alive',
  ];

  it.each(['inspection only', '--enforce'])(
    'is forwarded as a body for each method and each value of Connection, with %s',
    async (mode) => {
      const upstream = await startRecordingUpstream();
      const proxy = await startProxy(upstream.url, mode === '--enforce' ? [mode] : []);
      const sent: RecordedRequest[] = [];
      for (const method of methods) {
        for (const option of connectionOptions) {
          for (const { header, bytes } of Object.values(framings)) {
            const message = createHead(method, `Connection: ${option}, close`, header) + bytes;
            expect(await exchangeBytes(proxy.url, message)).toMatch(/^HTTP\/1\.1 200 /);
            sent.push({ method, url: '/a', body });
          }
        }
      }
      expect(upstream.recorded).toEqual(sent);
    },
  );

  it('is forwarded with its Content-Length, or chunked if it has none', async () => {
    const upstream = await startRecordingUpstream();
    const proxy = await startProxy(upstream.url);
    for (const { header, bytes } of Object.values(framings)) {
      await exchangeBytes(proxy.url, createHead('DELETE', 'Connection: close', header) + bytes);
    }
    const [byLength, inChunks] = upstream.requests.map(({ headers }) => headers);
    expect(byLength).toMatchObject({ 'content-length': String(body.length) });
    expect(byLength).not.toHaveProperty('transfer-encoding');
    expect(inChunks).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(inChunks).not.toHaveProperty('content-length');
  });

  it('is forwarded with a canonical Content-Length, and without Content_Length and Transfer_Encoding', async () => {
    const upstream = await startRecordingUpstream();
    const proxy = await startProxy(upstream.url);
    const headers = [
      ...['Connection: close', 'Content-Length: 005'],
      // Some servers treat an underscore in a header name as a hyphen.
      ...['Content_Length: 0', 'Transfer_Encoding: chunked', 'x_note: kept'],
      ...['Connection: x_hop', 'x_hop: 1'],
    ];
    await exchangeBytes(proxy.url, `${createHead('POST', ...headers)}hello`);
    const [sent] = upstream.requests;
    expect(sent?.headers).toMatchObject({ 'content-length': '5', x_note: 'kept' });
    expect(sent?.headers).not.toHaveProperty('content_length');
    expect(sent?.headers).not.toHaveProperty('transfer_encoding');
    expect(sent?.headers).not.toHaveProperty('x_hop');
    expect(upstream.recorded).toMatchObject([{ body: 'hello' }]);
  });

  it.each([
    ['both headers', [framings.contentLength.header, framings.chunked.header]],
    ['both headers in another case', ['content-LENGTH: 5', 'TRANSFER-encoding: Chunked']],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${body.length}`]],
    ['the same length twice', ['Content-Length: 5', 'Content-Length: 5']],
    ['a list of lengths', ['Content-Length: 5, 5']],
    ['a length with a sign', ['Content-Length: +5']],
    ['a length in hex', ['Content-Length: 0x5']],
    ['another transfer coding', ['Transfer-Encoding: gzip']],
    ['another transfer coding before chunked', ['Transfer-Encoding: gzip, chunked']],
    ['another transfer coding after chunked', ['Transfer-Encoding: chunked, gzip']],
    ['chunked twice', ['Transfer-Encoding: chunked, chunked']],
    ['chunked twice, in two lines', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['two codings in two lines', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']],
    ['the identity coding', ['Transfer-Encoding: identity']],
    ['a coding whose name starts with chunked', ['Transfer-Encoding: chunkedx']],
    ['a coding with a parameter', ['Transfer-Encoding: chunked;q=1']],
    ['a quoted coding', ['Transfer-Encoding: "chunked"']],
    ['a control character before the coding', ['Transfer-Encoding: \u000bchunked']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['a folded line', ['Transfer-Encoding:\r\n chunked', 'Content-Length: 5']],
  ])('is rejected if its length is ambiguous: %s', async (_what, headers) => {
    const upstream = await startRecordingUpstream();
    const proxy = await startProxy(upstream.url);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const received = await exchangeBytes(
        proxy.url,
        createHead(method, ...headers) + '0\r\n\r\n' + body,
      );
      expect(received).toMatch(/^HTTP\/1\.1 (?:400|501) /);
      expect(received.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    }
    expect(upstream.recorded).toEqual([]);
  });

  it('is rejected if it is chunked in HTTP/1.0', async () => {
    const upstream = await startRecordingUpstream();
    const proxy = await startProxy(upstream.url);
    const request = createHead('POST', framings.chunked.header).replace('HTTP/1.1', 'HTTP/1.0');
    expect(await exchangeBytes(proxy.url, request + framings.chunked.bytes)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(upstream.recorded).toEqual([]);
  });
});

describe('the target of a request', () => {
  it('is rejected if it is not a path, except * of OPTIONS', async () => {
    const upstream = await startRecordingUpstream();
    const proxy = await startProxy(upstream.url);
    for (const target of ['http://other.test/a', 'a', '*']) {
      const request = createHead('GET', 'Connection: close').replace('/a', target);
      expect(await exchangeBytes(proxy.url, request)).toMatch(/^HTTP\/1\.1 400 /);
    }
    const asterisk = createHead('OPTIONS', 'Connection: close').replace('/a', '*');
    expect(await exchangeBytes(proxy.url, asterisk)).toMatch(/^HTTP\/1\.1 200 /);
    expect(upstream.recorded).toEqual([{ method: 'OPTIONS', url: '*', body: '' }]);
  });
});

describe('a response', () => {
  const responses: readonly (readonly [what: string, bytes: string, pattern: RegExp])[] = [
    [
      'with Content-Length listed in Connection',
      'HTTP/1.1 200 OK\r\nConnection: Content-Length\r\nContent-Length: 3\r\n\r\none',
      /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*content-length: 3\r\n(?:.*\r\n)*\r\none$/i,
    ],
    [
      'with Transfer-Encoding listed in Connection',
      'HTTP/1.1 200 OK\r\nConnection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n',
      /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*transfer-encoding: chunked\r\n(?:.*\r\n)*\r\n3\r\none\r\n0\r\n\r\n$/i,
    ],
    [
      'with a status without a body, and a length',
      'HTTP/1.1 204 No Content\r\nContent-Length: 19\r\n\r\n',
      /^HTTP\/1\.1 204 No Content\r\n(?!(?:.*\r\n)*content-length)/i,
    ],
    [
      'followed by an unsolicited response',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\noneHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nqueued',
      /\r\n\r\none$/,
    ],
    [
      'with both headers',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n',
      /^HTTP\/1\.1 502 /,
    ],
    [
      'with two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\none',
      /^HTTP\/1\.1 502 /,
    ],
    [
      'with another transfer coding',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\none\r\n0\r\n\r\n',
      /^HTTP\/1\.1 502 /,
    ],
    [
      'with chunked twice',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n',
      /^HTTP\/1\.1 502 /,
    ],
    [
      'with the identity coding',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\none',
      /^HTTP\/1\.1 502 /,
    ],
  ];

  it.each(responses)(
    '%s is forwarded with the right end or replaced by 502, and the next response is complete',
    async (_what, bytes, pattern) => {
      const secondResponse = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond';
      const upstream = await startRawUpstream((socket, requestCount) => {
        socket.write(requestCount === 1 ? bytes : secondResponse);
      });
      const proxy = await startProxy(upstream);
      const received = await exchangeBytes(
        proxy.url,
        createHead('GET') + createHead('GET', 'Connection: close'),
      );
      const next = received.lastIndexOf('HTTP/1.1 ');
      expect(received.slice(0, next)).toMatch(pattern);
      expect(received.slice(next)).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)+\r\nsecond$/);
      expect(received).not.toContain('queued');
    },
  );
});
