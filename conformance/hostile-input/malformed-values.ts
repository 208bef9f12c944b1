/** Malforms fields, bearer tokens, user ids and query parameters. */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { type HttpRequest, getBodyFields, withField, withHeader } from '../target/http-request.ts';
import type { Case } from './cases.ts';

/** Texts that may cause errors when stored, decoded or compared. They are never sent to a person. */
export const hostileTexts: readonly { readonly description: string; readonly text: string }[] = [
  { description: 'a NUL character', text: 'a\u0000b' },
  { description: 'an unpaired surrogate', text: 'a\ud800b' },
  // Right-to-left, zero-width and combining characters, then characters that end a string in SQL.
  {
    description: 'unusual characters',
    text: `\u202eabc\u200b\ufeff\u{1f469}\u200d\u{1f4bb}e\u0301'"\\;--%`,
  },
  { description: '32 KiB of letters', text: 'a'.repeat(32_768) },
];

/** Fields with a fixed list of values. Other checks send values that are not in the list. */
const ENUM_FIELDS = new Set(['walletNetwork', 'walletType']);

/** Returns each text field with each hostile text. A hostile text is never a destination that can get a code. */
export function listMalformedFields(request: HttpRequest): readonly Case[] {
  return Object.keys(getBodyFields(request))
    .filter((name) => !ENUM_FIELDS.has(name))
    .flatMap((name) =>
      hostileTexts.map(({ description, text }) => ({
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
