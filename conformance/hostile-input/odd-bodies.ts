/** Bodies that are no JSON, no object, or odd in a way that the interface says nothing of. */
import type { Call } from '../target/call.ts';
import { fieldsOf, withField, withHeader, withRaw } from '../target/call.ts';
import type { Case } from './cases.ts';
import { oddTexts } from './odd-texts.ts';

/** The call with a body that ends in a text. */
export function cutOff(call: Call): Call {
  return withRaw(call, JSON.stringify(call.body).slice(0, -2));
}

/**
 * §4: these are no JSON to any reader. What a forgiving reader may take (RFC 8259, section 9), such
 * as a comma too many, is among the odd ones.
 */
export function unreadableBodies(call: Call): readonly Case[] {
  const json = JSON.stringify(call.body);
  const unreadable = Object.entries({
    'a body without its last brace': json.slice(0, -1),
    'a form-encoded body': asForm(call),
    'a body of a NUL byte and an object': `\0${json}`,
    'a body of spaces and line breaks': ' \n\t ',
    'an empty body': '',
  }).map(([what, raw]) => ({ what, call: withRaw(call, raw) }));
  return [{ what: 'a body truncated within a string', call: cutOff(call) }, ...unreadable];
}

/** Every listed field is missing from a body that is no object. */
export function bodiesWithoutFields(call: Call): readonly Case[] {
  const json = JSON.stringify(call.body);
  return Object.entries({
    'a list with a valid body in it': `[${json}]`,
    'null as a body': 'null',
    'the number 5 as a body': '5',
    'a body with its fields under __proto__': `{"__proto__":${json}}`,
  }).map(([what, raw]) => ({ what, call: withRaw(call, raw) }));
}

/** Bodies that a reader of JSON may take or not, whatever is in them. */
export function oddlyWritten(call: Call): readonly Case[] {
  const json = JSON.stringify(call.body);
  const open = json.slice(0, -1);
  const comma = json === '{}' ? '' : ',';
  return [
    { what: 'a body with a byte order mark', call: withRaw(call, `\ufeff${json}`) },
    { what: 'a body with a trailing comma', call: withRaw(call, `${open},}`) },
    { what: 'a body with an extra brace', call: withRaw(call, `${json}}`) },
    { what: 'a body that is not valid UTF-8', call: withRaw(call, notUtf8(open, comma)) },
    {
      what: 'a body in an unknown charset',
      call: withHeader(call, 'content-type', 'application/json; charset=none-such'),
    },
  ];
}

/** Objects of which nothing is said: they may be taken or not. */
export function oddBodies(call: Call): readonly Case[] {
  const json = JSON.stringify(call.body);
  const comma = json === '{}' ? '' : ',';
  const more = (text: string) => withRaw(call, `${json.slice(0, -1)}${comma}"more":${text}}`);
  return [
    {
      // No reader of JSON stops at any of them, so that one body has them all.
      what: 'a body with unusual characters, duplicate fields, and fields named like object properties',
      call: withRaw(call, oddlyNamed(oddlyLettered(call))),
    },
    {
      what: 'a body nested 500 levels deep',
      call: more(`${'[{"a":'.repeat(250)}1${'}]'.repeat(250)}`),
    },
    { what: 'a body with a string of 8 KiB', call: withField(call, 'more', 'a'.repeat(8192)) },
    {
      what: 'a body with numbers out of range',
      call: more(`1e999,"n":-${'9'.repeat(99)}`),
    },
  ];
}

/** Headers that nobody asked for. */
export function oddHeaders(call: Call): readonly Case[] {
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`x-flagbearer-${index}`, String(index)]),
  );
  return [
    {
      what: 'a request with a header of 4 KiB',
      call: withHeader(call, 'x-flagbearer', 'a'.repeat(4096)),
    },
    {
      what: 'a request with 50 additional headers',
      call: { ...call, headers: { ...call.headers, ...many } },
    },
    {
      what: 'a request with a non-ASCII header',
      call: withHeader(call, 'x-flagbearer', '\u00e9\u00ff'),
    },
  ];
}

function asForm(call: Call): string {
  const fields = Object.entries(fieldsOf(call)).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields).toString();
}

function oddlyNamed(call: Call): string {
  const fields = Object.entries(fieldsOf(call)).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const parts = ['"constructor":{"prototype":{}}', '"__proto__":{"x":1}', '"toString":null'];
  return `{${[...fields, ...parts, ...fields].join(',')}}`;
}

function oddlyLettered(call: Call): Call {
  const short = oddTexts.filter(({ text }) => text.length < 100);
  const odd = short.map(({ text }) => text).join('');
  return withField(withField(call, 'more', odd), `more ${odd}`, 1);
}

/** 0xC3 begins a character of two bytes; 0xFF is in none. */
function notUtf8(open: string, comma: string): Uint8Array {
  const text = Buffer.from(`${open}${comma}"more":"`);
  return Buffer.concat([text, Buffer.from([0xc3, 0x28, 0xff, 0xfe]), Buffer.from('"}')]);
}
