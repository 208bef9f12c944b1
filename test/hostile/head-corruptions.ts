import { encodeForUrl, HUGE, LONG, toOneLine } from './draft.ts';
import type { Corruptions, Header } from './draft.ts';
import { nastyTexts } from './nasty-texts.ts';

/** Functions that corrupt the path, the method, the version or the headers. */
export const headCorruptions: Corruptions = {
  pathText: (draft, random) => {
    const index = random.drawBelow(draft.path.length + 1);
    const text = random.pick(nastyTexts);
    const inserted = random.drawBoolean(0.7) ? encodeForUrl(text) : toOneLine(text);
    draft.path = draft.path.slice(0, index) + inserted + draft.path.slice(index);
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
    const index = random.drawBelow(draft.path.length);
    const code = draft.path.charCodeAt(index).toString(16);
    draft.path = `${draft.path.slice(0, index)}%${code}${draft.path.slice(index + 1)}`;
  },
  pathLong: (draft, random) => (draft.path += `?${random.pick([LONG, HUGE])}`),
  pathReplaced: (draft, random) =>
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
      '?',
      '?&&&',
      '?a=1&a=2',
      '?__proto__[a]=1',
      '?limit=-1',
      '?limit=1e9',
      '?cursor=%00',
      '?=',
      '?%',
      '?limit=1&limit=2',
      '?format=html&format=json',
      '?q=%ff',
      '?wait=PT',
      '?to[]=1',
      '?after=-1-1-',
    ])),
  method: (draft, random) =>
    (draft.method = random.pick([
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
    ])),
  // Node can close the connection without a response after the method CONNECT or an invalid version.
  connect: (draft) => {
    draft.method = 'CONNECT';
    draft.response = 'optional';
  },
  version: (draft, random) => {
    draft.version = random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9', 'HTP/1.1', '']);
    draft.response = 'optional';
  },
  headerRemoved: (draft, random) => draft.headers.splice(random.drawBelow(draft.headers.length), 1),
  headerTwice: (draft, random) => draft.headers.push(random.pick(draft.headers)),
  headerText: (draft, random) => {
    const [name] = random.pick(draft.headers);
    draft.headers = draft.headers.filter((header) => header[0] !== name);
    draft.headers.push([name, toOneLine(random.pick(nastyTexts))]);
  },
  headerUnusual: (draft, random) =>
    draft.headers.push(
      random.pick<Header>([
        ['Accept', '*/*;q=x'],
        ['Accept', LONG],
        ['Accept', 'text/event-stream'],
        ['Expect', '100-continue'],
        ['Expect', 'unsupported'],
        ['Prefer', 'code=500'],
        ['Prefer', 'example=__proto__, code=999'],
        ['Upgrade', 'h2c'],
        ['Range', 'bytes=0-'],
        ['X-Forwarded-Host', 'evil.test'],
        ['X-HTTP-Method-Override', 'DELETE'],
        ['Origin', 'null'],
        ['Origin', 'http://evil.test'],
        ['Origin', '%'],
        ['Accept-Encoding', 'br;q=x,*'],
        ['Last-Event-ID', '\u00ff-'],
        ['If-None-Match', '*'],
        ['Cookie', LONG],
        ['__proto__', 'x'],
        ['constructor', 'x'],
        ['a b', 'c'],
        ['', 'x'],
        ['Authorization', `Bearer ${LONG}`],
        ['Authorization', 'Bearer  '],
        ['X', HUGE],
      ]),
    ),
  // About 9 KB: the limit of Node is 16 KiB.
  headersMany: (draft) => {
    for (let index = 0; index < 900; index++) draft.headers.push([`x-${index}`, '1']);
  },
};
