import { HUGE, LONG, toOneLine } from './draft.ts';
import type { Corruptions, Header } from './draft.ts';
import { nastyTexts } from './nasty-texts.ts';

/** Corruptions of the request head, one at a time. */
export const headCorruptions: Corruptions = {
  pathText: (draft, random) => {
    const at = random.drawBelow(draft.path.length + 1);
    const text = random.pick(nastyTexts);
    const put = random.happens(0.7)
      ? encodeURIComponent(Buffer.from(text).toString())
      : toOneLine(text);
    draft.path = draft.path.slice(0, at) + put + draft.path.slice(at);
  },
  pathCut: (draft, random) =>
    (draft.path = draft.path.slice(0, random.drawBelow(draft.path.length)) || '/'),
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
    const at = random.drawBelow(draft.path.length);
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
    draft.response = 'may be none';
  },
  version: (draft, random) => {
    draft.version = random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9', 'HTP/1.1', '']);
    draft.response = 'may be none';
  },
  headerRemoved: (draft, random) => draft.headers.splice(random.drawBelow(draft.headers.length), 1),
  headerTwice: (draft, random) => draft.headers.push(random.pick(draft.headers)),
  headerText: (draft, random) => {
    const [name] = random.pick(draft.headers);
    draft.headers = draft.headers.filter(([each]) => each !== name);
    draft.headers.push([name, toOneLine(random.pick(nastyTexts))]);
  },
  headerUnusual: (draft, random) =>
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
};
