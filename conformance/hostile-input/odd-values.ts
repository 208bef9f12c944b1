/** Odd texts where the interface has an address, a signature, an identifier, a code or a token. */
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Call } from '../target/call.ts';
import { fieldsOf, withField, withHeader } from '../target/call.ts';
import type { Case } from './cases.ts';
import { oddTexts } from './odd-texts.ts';

/** A closed list has an answer for every text; the schema cases ask for it. */
const LISTS = new Set(['walletNetwork', 'walletType']);

/** Each text field of the body with each odd text. None names anybody that a code could go to. */
export function oddFields(call: Call): readonly Case[] {
  return Object.keys(fieldsOf(call))
    .filter((name) => !LISTS.has(name))
    .flatMap((name) =>
      oddTexts.map(({ what, text }) => ({
        what: `a ${name} of ${what}`,
        call: withField(call, name, text),
      })),
    );
}

/** Tokens that are none, or almost. */
const oddBearers: Readonly<Record<string, string>> = {
  'an empty token': 'Bearer',
  'a malformed token with three parts': 'Bearer a.b.c',
  'a token with an empty header and no signature': 'Bearer e30.e30.',
  'a token of 4 KiB': `Bearer ${'a'.repeat(4096)}`,
  'another scheme': 'Basic OjpvZGQ=',
};

export function oddTokens(call: Call): readonly Case[] {
  return Object.entries(oddBearers).map(([what, value]) => ({
    what: `an Authorization of ${what}`,
    call: withHeader(call, 'authorization', value),
  }));
}

const oddIds = ['0', 'not-a-uuid', '__proto__', `'"\\;--%`, 'a'.repeat(4096)];

/** A user who is named by a query parameter or a header (§4.8), and is none. */
function oddUserIds(
  call: Call,
  identifiedBy: { readonly query?: string; readonly header?: string },
): readonly Case[] {
  const { query, header } = identifiedBy;
  return oddIds.map((id) => ({
    what: `a user id of ${id.length > 99 ? '4 KiB' : id}`,
    call: {
      ...call,
      query: query === undefined ? call.query : { ...call.query, [query]: id },
      headers:
        header === undefined ? call.headers : { ...call.headers, [header.toLowerCase()]: id },
    },
  }));
}

/** Odd words for what tells whose user is read. */
export function oddReads(call: Call, { user: { identifiedBy } }: Dialect): readonly Case[] {
  return identifiedBy === 'bearerSession' ? oddTokens(call) : oddUserIds(call, identifiedBy);
}

/** Queries that nobody asked for. */
export function oddQueries(call: Call): readonly Case[] {
  return [
    {
      what: 'a query that no percent-decoding reads',
      call: { ...call, path: `${call.path}?%E0%A4%A=%ZZ` },
    },
    {
      what: 'a query with names of parts of objects',
      call: { ...call, query: { ...call.query, '__proto__[x]': '1', 'constructor[]': '\u0000' } },
    },
  ];
}
