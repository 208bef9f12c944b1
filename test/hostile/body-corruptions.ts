import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { LONG, type Corruptions } from './draft.ts';

/** A small body that decompresses to 20 MB. */
const ZIP_BOMB = gzipSync(Buffer.alloc(20_000_000));

const SECOND_REQUEST = 'GET /user HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Functions that corrupt the body, its encoding, its length or the bytes after the body. */
export const bodyCorruptions: Corruptions = {
  mediaType: (draft, random) => {
    draft.headers = draft.headers.filter(([name]) => name !== 'Content-Type');
    draft.headers.push([
      'Content-Type',
      random.pick([
        'text/plain',
        'application/xml',
        'application/json;charset=utf-16',
        'application/json; =',
        '',
        'multipart/form-data',
        'application/yaml',
        'application/json;charset="',
        ';;;',
        'a/b/c',
        '*/*',
        'application/x-www-form-urlencoded',
        `application/json; x=${random.drawBelow(1e6)}`,
      ]),
    ]);
  },
  bodyCut: (draft, random) =>
    (draft.body = draft.body.subarray(0, random.drawBelow(draft.body.length + 1))),
  bodyByte: (draft, random) => {
    if (draft.body.length === 0) return;
    draft.body = Buffer.from(draft.body);
    draft.body[random.drawBelow(draft.body.length)] = random.drawBelow(256);
  },
  bodyReplaced: (draft, random) =>
    (draft.body = Buffer.from(
      random.pick([
        'null',
        '1',
        '"x"',
        '[]',
        '{',
        '{"a":1,"a":2}',
        '\ufeff{}',
        '[1,]',
        'NaN',
        '{"\\ud800":1}',
        '['.repeat(50_000),
        '{"a":'.repeat(20_000),
        `{"walletAddress":"${'x'.repeat(90_000)}"}`,
        `[${'1,'.repeat(40_000)}1]`,
        `{${'"a":1,'.repeat(9000)}"b":1}`,
        'a: &a [*a]',
        'x'.repeat(200_000),
        'a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n',
      ]),
    )),
  bodyUtf16: (draft) => (draft.body = Buffer.from(draft.body.toString(), 'utf16le')),
  bodyEncoded: (draft, random) => {
    const [encoding, body] = random.pick<readonly [string, Buffer]>([
      ['gzip', gzipSync(draft.body)],
      ['deflate', deflateSync(draft.body)],
      ['br', brotliCompressSync(draft.body)],
      ['gzip', draft.body],
      ['gzip', gzipSync(draft.body).subarray(0, 12)],
      ['br', Buffer.from('not brotli')],
      ['gzip', ZIP_BOMB],
      ['zstd', draft.body],
      ['gzip, gzip', gzipSync(gzipSync(draft.body))],
    ]);
    draft.headers.push(['Content-Encoding', encoding]);
    draft.body = body;
  },
  chunked: (draft) => (draft.framing = 'chunked'),
  chunksBroken: (draft, random) => {
    draft.framing = 'none';
    draft.headers.push([
      'Transfer-Encoding',
      random.pick(['chunked', 'Chunked', 'gzip, chunked', 'x', 'chunked, x']),
    ]);
    draft.body = Buffer.from(
      random.pick([
        'zz\r\n',
        '-1\r\n\r\n',
        'ffffffffffffffff\r\n',
        '5\r\nab\r\n0\r\n\r\n',
        '0\r\n',
        '1;a="\r\na\r\n',
        '2\r\n{}\r\n0\r\nx-late: 1\r\n\r\n',
        '2\n{}\n0\n\n',
        `2;${LONG}\r\n{}\r\n0\r\n\r\n`,
        '0x2\r\n{}\r\n0\r\n\r\n',
      ]),
    );
  },
  lengthWrong: (draft, random) => {
    draft.framing = 'none';
    const lengths = [draft.body.length + 7, 0, 1, -1, 1e15, '1,1', '+2', '0x10', 'a', ''];
    draft.headers.push(['Content-Length', String(random.pick(lengths))]);
  },
  requestSmuggled: (draft) => {
    draft.framing = 'none';
    draft.headers.push(
      ['Content-Length', String(draft.body.length)],
      ['Transfer-Encoding', 'chunked'],
    );
    draft.body = Buffer.from(`0\r\n\r\n${SECOND_REQUEST}`);
  },
  tailAdded: (draft, random) =>
    (draft.tail = random.pick([
      Buffer.from('\r\n\r\n\r\n'),
      Buffer.from(SECOND_REQUEST),
      Buffer.from([0, 255, 13, 10, 0]),
    ])),
};
