/** Malforms bodies, headers, fields, bearer tokens, user ids and query parameters. */
import type { Dialect } from '../../src/dialect/dialect.ts';
import {
  type HttpRequest,
  getBodyFields,
  withField,
  withHeader,
  withRaw,
} from '../target/http-request.ts';
import type { Case } from './cases.ts';

/** Texts that may cause errors when stored, decoded or compared. They are never sent to a person. */
const hostileTexts: Readonly<Record<string, string>> = {
  'a NUL character': 'a\u0000b',
  'an unpaired surrogate': 'a\ud800b',
  // Right-to-left, zero-width and combining characters, then characters that end a string in SQL.
  'unusual characters': `\u202eabc\u200b\ufeff\u{1f469}\u200d\u{1f4bb}e\u0301'"\\;--%`,
  '32 KiB of letters': 'a'.repeat(32_768),
};

export function truncateBody(request: HttpRequest): HttpRequest {
  return withRaw(request, JSON.stringify(request.body).slice(0, -2));
}

/** Returns bodies that not even a lenient parser accepts as JSON (§4). */
export function listUnparsableBodies(request: HttpRequest): readonly Case[] {
  const json = JSON.stringify(request.body);
  const unparsableBodies = Object.entries({
    'a body without its last brace': json.slice(0, -1),
    'a form-encoded body': encodeForm(request),
    'a body of a NUL byte and an object': `\0${json}`,
    'a body of spaces and line breaks': ' \n\t ',
    'an empty body': '',
  }).map(([description, raw]) => ({ description, request: withRaw(request, raw) }));
  return [
    ...unparsableBodies,
    { description: 'a body truncated within a string', request: truncateBody(request) },
  ];
}

export function listBodiesWithoutFields(request: HttpRequest): readonly Case[] {
  const json = JSON.stringify(request.body);
  return Object.entries({
    'a list with a valid body in it': `[${json}]`,
    'null as a body': 'null',
    'the number 5 as a body': '5',
    'a body with its fields under __proto__': `{"__proto__":${json}}`,
  }).map(([description, raw]) => ({ description, request: withRaw(request, raw) }));
}

/** Returns bodies that only some JSON parsers accept. */
export function listNonStandardJson(request: HttpRequest): readonly Case[] {
  const json = JSON.stringify(request.body);
  return [
    { description: 'a body with a byte order mark', request: withRaw(request, `\ufeff${json}`) },
    {
      description: 'a body with a trailing comma',
      request: withRaw(request, `${json.slice(0, -1)},}`),
    },
    { description: 'a body with an extra brace', request: withRaw(request, `${json}}`) },
    {
      description: 'a body that is not valid UTF-8',
      request: withRaw(request, createInvalidUtf8(request)),
    },
    {
      description: 'a body in an unknown charset',
      request: withHeader(request, 'content-type', 'application/json; charset=none-such'),
    },
  ];
}

/** Returns unusual objects, which may be accepted or rejected. */
export function listMalformedBodies(request: HttpRequest): readonly Case[] {
  const nested = `${'[{"a":'.repeat(250)}1${'}]'.repeat(250)}`;
  return [
    {
      // Every JSON parser accepts these parts, so one body contains all of them.
      description:
        'a body with unusual characters, numbers out of range, a string of 32 KiB, duplicate fields, and fields named like object properties',
      request: withRaw(request, serializeWithUnusualFields(withUnusualCharacters(request))),
    },
    {
      description: 'a body nested 500 levels deep',
      request: withRaw(request, `${beginAdditionalField(request)}${nested}}`),
    },
  ];
}

export function listMalformedHeaders(request: HttpRequest): readonly Case[] {
  const manyHeaders = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`x-flagbearer-${index}`, String(index)]),
  );
  return [
    {
      description: 'a request with a header of 4 KiB',
      request: withHeader(request, 'x-flagbearer', 'a'.repeat(4096)),
    },
    {
      description: 'a request with 50 additional headers',
      request: { ...request, headers: { ...request.headers, ...manyHeaders } },
    },
    {
      description: 'a request with a non-ASCII header',
      request: withHeader(request, 'x-flagbearer', '\u00e9\u00ff'),
    },
  ];
}

function encodeForm(request: HttpRequest): string {
  const fields = Object.entries(getBodyFields(request)).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields).toString();
}

function serializeWithUnusualFields(request: HttpRequest): string {
  const fields = Object.entries(getBodyFields(request)).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const parts = [
    '"constructor":{"prototype":{}}',
    '"__proto__":{"x":1}',
    '"toString":null',
    `"large":1e999,"n":-${'9'.repeat(99)}`,
    `"long":"${'a'.repeat(32_768)}"`,
  ];
  return `{${[...fields, ...parts, ...fields].join(',')}}`;
}

function withUnusualCharacters(request: HttpRequest): HttpRequest {
  const shortTexts = Object.values(hostileTexts).filter(({ length }) => length < 100);
  const unusualText = shortTexts.join('');
  return withField(withField(request, 'more', unusualText), `more ${unusualText}`, 1);
}

/** Returns invalid UTF-8: 0xC3 starts a character of two bytes, and 0xFF never occurs. */
function createInvalidUtf8(request: HttpRequest): Uint8Array {
  const start = Buffer.from(`${beginAdditionalField(request)}"`);
  return Buffer.concat([start, Buffer.from([0xc3, 0x28, 0xff, 0xfe]), Buffer.from('"}')]);
}

/** Returns the body as text, up to the value of an additional field. */
function beginAdditionalField(request: HttpRequest): string {
  const json = JSON.stringify(request.body);
  return `${json.slice(0, -1)}${json === '{}' ? '' : ','}"more":`;
}

/** Fields with a fixed list of values. Other checks send values that are not in the list. */
const ENUM_FIELDS = new Set(['walletNetwork', 'walletType']);

/** Returns each text field with each hostile text. A hostile text is never a destination that can get a code. */
export function listMalformedFields(request: HttpRequest): readonly Case[] {
  return Object.keys(getBodyFields(request))
    .filter((name) => !ENUM_FIELDS.has(name))
    .flatMap((name) =>
      Object.entries(hostileTexts).map(([description, text]) => ({
        description: `a ${name} of ${description}`,
        request: withField(request, name, text),
      })),
    );
}

const invalidAuthorizations: Readonly<Record<string, string>> = {
  'an empty token': 'Bearer',
  'a malformed token with three parts': 'Bearer a.b.c',
  'a token with an empty header and no signature': 'Bearer e30.e30.',
  'a token of 4 KiB': `Bearer ${'a'.repeat(4096)}`,
  'another scheme': 'Basic OjpvZGQ=',
};

export function listInvalidTokens(request: HttpRequest): readonly Case[] {
  return Object.entries(invalidAuthorizations).map(([description, value]) => ({
    description: `an Authorization of ${description}`,
    request: withHeader(request, 'authorization', value),
  }));
}

const invalidIds = ['0', 'not-a-uuid', '__proto__', `'"\\;--%`, 'a'.repeat(4096)];

/** Returns reads of an unknown user, identified by query parameter or header (§4.8). */
function listInvalidUserIds(
  request: HttpRequest,
  identifiedBy: Exclude<Dialect['user']['identifiedBy'], 'bearerSession'>,
): readonly Case[] {
  return invalidIds.map((id) => ({
    description: `a user id of ${id.length > 99 ? '4 KiB' : id}`,
    request:
      'query' in identifiedBy
        ? { ...request, query: { ...request.query, [identifiedBy.query]: id } }
        : withHeader(request, identifiedBy.header, id),
  }));
}

export function listInvalidReads(
  request: HttpRequest,
  { user: { identifiedBy } }: Dialect,
): readonly Case[] {
  return identifiedBy === 'bearerSession'
    ? listInvalidTokens(request)
    : listInvalidUserIds(request, identifiedBy);
}

export function listInvalidQueries(request: HttpRequest): readonly Case[] {
  return [
    {
      description: 'a query with invalid percent-encoding',
      request: { ...request, path: `${request.path}?%E0%A4%A=%ZZ` },
    },
    {
      description: 'a query with names of object properties',
      request: {
        ...request,
        query: { ...request.query, '__proto__[x]': '1', 'constructor[]': '\u0000' },
      },
    },
  ];
}
