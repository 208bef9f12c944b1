/** Requests as bytes: broken in path, headers, body, encoding and chunking. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ContractRequest } from './contract-requests.ts';
import { nastyTexts } from './nasty-texts.ts';
import type { Random } from './random.ts';

export interface RawCall {
  /** What was done to it, for people. */
  readonly name: string;
  readonly bytes: Buffer;
  /** How it is sent: in one piece, or in several. */
  readonly pieces: number;
  /** Node gives no answer to these, by its own rules. */
  readonly answer: 'awaited' | 'may be none';
}

type Header = readonly [name: string, value: string];

interface Draft {
  method: string;
  path: string;
  version: string;
  headers: Header[];
  body: Buffer;
  framing: 'length' | 'chunked' | 'given';
  tail: Buffer;
  answer: RawCall['answer'];
}

type Break = (draft: Draft, random: Random) => void;

const LONG = 'x'.repeat(9000);
const HUGE = 'x'.repeat(20_000);
const ZEROS = gzipSync(Buffer.alloc(20_000_000));

/** Each breaks one thing; a call suffers none, one or several. */
const BREAKS: Readonly<Record<string, Break>> = {
  pathText: (draft, random) => {
    const at = random.below(draft.path.length + 1);
    const text = random.pick(nastyTexts);
    const put = random.chance(0.7)
      ? encodeURIComponent(Buffer.from(text).toString())
      : oneLine(text);
    draft.path = draft.path.slice(0, at) + put + draft.path.slice(at);
  },
  pathCut: (draft, random) =>
    (draft.path = draft.path.slice(0, random.below(draft.path.length)) || '/'),
  pathSlash: (draft, random) =>
    (draft.path = random.pick([
      `${draft.path}/`,
      `/${draft.path}`,
      draft.path.replaceAll('/', '//'),
    ])),
  pathDots: (draft, random) =>
    (draft.path =
      random.pick(['/..', '/%2e%2e', '/..%2f', '/.', '/w/..', '/w/%00', '/w//']) + draft.path),
  pathCase: (draft) => (draft.path = draft.path.toUpperCase()),
  pathEncoded: (draft, random) => {
    const at = random.below(draft.path.length);
    const code = draft.path.charCodeAt(at).toString(16);
    draft.path = `${draft.path.slice(0, at)}%${code}${draft.path.slice(at + 1)}`;
  },
  pathLong: (draft, random) => (draft.path += `?${random.pick([LONG, HUGE])}`),
  pathForm: (draft, random) =>
    (draft.path = random.pick([
      '*',
      'http://other.test/user',
      '//other.test',
      '?',
      '#',
      'user',
      'http://',
    ])),
  query: (draft, random) =>
    (draft.path += random.pick([
      ...[
        '?',
        '?&&&',
        '?a=1&a=2',
        '?__proto__[a]=1',
        '?limit=-1',
        '?limit=1e9',
        '?cursor=%00',
        '?=',
        '?%',
      ],
      ...[
        '?limit=1&limit=2',
        '?format=html&format=json',
        '?q=%ff',
        '?wait=PT',
        '?to[]=1',
        '?after=-1-1-',
      ],
    ])),
  method: (draft, random) =>
    (draft.method = random.pick([
      ...[
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PUT',
        'DELETE',
        'PATCH',
        'PROPFIND',
        'get',
        'BREW',
        'GET\t',
        '',
      ],
    ])),
  connect: (draft) => {
    draft.method = 'CONNECT';
    draft.answer = 'may be none';
  },
  version: (draft, random) => {
    draft.version = random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9', 'HTP/1.1', '']);
    draft.answer = 'may be none';
  },
  headerGone: (draft, random) => draft.headers.splice(random.below(draft.headers.length), 1),
  headerTwice: (draft, random) => draft.headers.push(random.pick(draft.headers)),
  headerText: (draft, random) => {
    const [name] = random.pick(draft.headers);
    draft.headers = draft.headers.filter(([each]) => each !== name);
    draft.headers.push([name, oneLine(random.pick(nastyTexts))]);
  },
  headerOdd: (draft, random) =>
    draft.headers.push(
      random.pick<Header>([
        ...([
          ['Accept', '*/*;q=x'],
          ['Accept', LONG],
          ['Accept', 'text/event-stream'],
        ] as const),
        ...([
          ['Expect', '100-continue'],
          ['Expect', 'a miracle'],
          ['Prefer', 'code=500'],
        ] as const),
        ...([
          ['Prefer', 'example=__proto__, code=999'],
          ['Upgrade', 'h2c'],
          ['Range', 'bytes=0-'],
        ] as const),
        ...([
          ['X-Forwarded-Host', 'evil.test'],
          ['X-HTTP-Method-Override', 'DELETE'],
        ] as const),
        ...([
          ['Origin', 'null'],
          ['Origin', 'http://evil.test'],
          ['Origin', '%'],
        ] as const),
        ...([
          ['Accept-Encoding', 'br;q=x,*'],
          ['Last-Event-ID', '\u00ff-'],
          ['If-None-Match', '*'],
        ] as const),
        ...([
          ['Cookie', LONG],
          ['__proto__', 'x'],
          ['constructor', 'x'],
          ['a b', 'c'],
          ['', 'x'],
        ] as const),
        ...([
          ['Authorization', `Bearer ${LONG}`],
          ['Authorization', 'Bearer  '],
          ['X', HUGE],
        ] as const),
      ]),
    ),
  headersMany: (draft) => {
    for (let at = 0; at < 900; at++) draft.headers.push([`x-${at}`, '1']);
  },
  mediaType: (draft, random) => {
    draft.headers = draft.headers.filter(([name]) => name !== 'Content-Type');
    draft.headers.push([
      'Content-Type',
      random.pick([
        ...[
          'text/plain',
          'application/xml',
          'application/json;charset=utf-16',
          'application/json; =',
          '',
        ],
        ...[
          'multipart/form-data',
          'application/yaml',
          'application/json;charset="',
          ';;;',
          'a/b/c',
          '*/*',
        ],
        ...['application/x-www-form-urlencoded', `application/json; x=${random.below(1e6)}`],
      ]),
    ]);
  },
  bodyCut: (draft, random) =>
    (draft.body = draft.body.subarray(0, random.below(draft.body.length + 1))),
  bodyByte: (draft, random) => {
    if (draft.body.length === 0) return;
    draft.body = Buffer.from(draft.body);
    draft.body[random.below(draft.body.length)] = random.below(256);
  },
  bodyOther: (draft, random) =>
    (draft.body = Buffer.from(
      random.pick([
        ...[
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
        ],
        ...[
          '['.repeat(50_000),
          '{"a":'.repeat(20_000),
          `{"walletAddress":"${'x'.repeat(90_000)}"}`,
        ],
        ...[
          `[${'1,'.repeat(40_000)}1]`,
          `{${'"a":1,'.repeat(9000)}"b":1}`,
          'a: &a [*a]',
          'x'.repeat(200_000),
        ],
        'a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n',
      ]),
    )),
  bodyUtf16: (draft) => (draft.body = Buffer.from(draft.body.toString(), 'utf16le')),
  bodyPacked: (draft, random) => {
    const [name, packed] = random.pick<readonly [string, Buffer]>([
      ['gzip', gzipSync(draft.body)],
      ['deflate', deflateSync(draft.body)],
      ['br', brotliCompressSync(draft.body)],
      ['gzip', draft.body],
      ['gzip', gzipSync(draft.body).subarray(0, 12)],
      ['br', Buffer.from('not brotli')],
      ['gzip', ZEROS],
      ['zstd', draft.body],
      ['gzip, gzip', gzipSync(gzipSync(draft.body))],
    ]);
    draft.headers.push(['Content-Encoding', name]);
    draft.body = packed;
  },
  chunked: (draft) => (draft.framing = 'chunked'),
  chunksBroken: (draft, random) => {
    draft.framing = 'given';
    draft.headers.push([
      'Transfer-Encoding',
      random.pick(['chunked', 'Chunked', 'gzip, chunked', 'x', 'chunked, x']),
    ]);
    draft.body = Buffer.from(
      random.pick([
        ...[
          'zz\r\n',
          '-1\r\n\r\n',
          'ffffffffffffffff\r\n',
          '5\r\nab\r\n0\r\n\r\n',
          '0\r\n',
          '1;a="\r\na\r\n',
        ],
        ...[
          '2\r\n{}\r\n0\r\nx-late: 1\r\n\r\n',
          '2\n{}\n0\n\n',
          `2;${LONG}\r\n{}\r\n0\r\n\r\n`,
          '0x2\r\n{}\r\n0\r\n\r\n',
        ],
      ]),
    );
  },
  lengthWrong: (draft, random) => {
    draft.framing = 'given';
    const wrong = [draft.body.length + 7, 0, 1, -1, 1e15, '1,1', '+2', '0x10', 'a', ''];
    draft.headers.push(['Content-Length', String(random.pick(wrong))]);
  },
  smuggled: (draft) => {
    draft.framing = 'given';
    draft.headers.push(
      ['Content-Length', String(draft.body.length)],
      ['Transfer-Encoding', 'chunked'],
    );
    draft.body = Buffer.from(`0\r\n\r\nGET /user HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  },
  followed: (draft, random) =>
    (draft.tail = random.pick([
      Buffer.from('\r\n\r\n\r\n'),
      Buffer.from('GET /user HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
      Buffer.from([0, 255, 13, 10, 0]),
    ])),
};

const NAMES = Object.keys(BREAKS);

/** Breaks a request in nought to three ways. */
export function brokenCall(
  request: ContractRequest,
  headers: readonly Header[],
  random: Random,
): RawCall {
  const draft = draftOf(request, headers, random);
  const names = Array.from({ length: random.pick([0, 1, 1, 1, 2, 2, 3]) }, () =>
    random.pick(NAMES),
  );
  for (const name of names) BREAKS[name]?.(draft, random);
  return {
    name: `${request.method} ${request.path.slice(0, 80)} [${names.join(', ')}]`,
    bytes: bytesOf(draft),
    pieces: random.chance(0.1) ? 2 + random.below(6) : 1,
    answer: draft.answer,
  };
}

function draftOf(request: ContractRequest, headers: readonly Header[], random: Random): Draft {
  const { method, path, body, mediaType } = request;
  const all = [
    ...headers,
    ...request.headers.map(([name, value]): Header => [name, oneLine(value)]),
  ];
  if (mediaType !== undefined) all.push(['Content-Type', mediaType]);
  return {
    ...{ method, path, headers: all, version: 'HTTP/1.1', answer: 'awaited' },
    body:
      body === undefined
        ? Buffer.alloc(0)
        : Buffer.from(typeof body === 'string' && random.chance(0.5) ? body : JSON.stringify(body)),
    framing: 'length',
    tail: Buffer.alloc(0),
  };
}

function bytesOf({ method, path, version, headers, body, framing, tail }: Draft): Buffer {
  const lines = [
    `${method} ${path} ${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  if (framing === 'length') lines.push(`Content-Length: ${body.length}`);
  if (framing === 'chunked') lines.push('Transfer-Encoding: chunked');
  const content = framing === 'chunked' ? chunks(body) : body;
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content, tail]);
}

function chunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  const size = Math.max(1, Math.ceil(body.length / 5));
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** A line break would end a header; that is tried, too, but not each time. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
