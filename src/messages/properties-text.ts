import { FindingList, listFindings } from '../documents/finding-list.ts';
import { toPointer } from '../documents/pointer.ts';
import type { Place, ReadDocument, SourceDocument } from '../documents/source-document.ts';
import { createDuplicateKeyFinding } from '../documents/text-findings.ts';
import { TimeSlices } from '../ports/time-slices.ts';

/**
 * Parses a .properties file (java.util.Properties). Lines are `key = text` or `key: text`. `#` or `!` starts a
 * comment, `\` at the end continues a line, and `\uXXXX` is a character.
 *
 * @param file the file name in findings
 */
export async function readProperties(text: string, file: string): Promise<ReadDocument> {
  const findings = new FindingList();
  const slices = new TimeSlices();
  const texts = new Map<string, string>();
  const places = new Map<string, Place>();
  for (const { key, text: value, place } of parseProperties(text)) {
    const pointer = toPointer(key);
    if (texts.has(key)) findings.add('error', () => createDuplicateKeyFinding(key, pointer));
    texts.set(key, value);
    places.set(pointer, place);
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  const start: Place = { key: { line: 1, column: 1 }, value: { line: 1, column: 1 } };
  const document: SourceDocument = {
    value: Object.fromEntries(texts),
    file,
    locate: (pointers) =>
      Promise.resolve(new Map(pointers.map((pointer) => [pointer, places.get(pointer) ?? start]))),
  };
  return findings.isEmpty ? { document } : { findings: await listFindings(findings, document) };
}

/** Matches indentation, key, separator and text of a property. Other white space, such as U+00A0, is text. */
const PROPERTY = /^([ \t\f]*)((?:\\.|[^\\ \t\f=:])*)([ \t\f]*[=:]?[ \t\f]*)(.*)$/s;
const IGNORED_LINE = /^[ \t\f]*(?:[#!]|$)/;
const INDENTATION = /^[ \t\f]*/;

function* parseProperties(text: string): Generator<{ key: string; text: string; place: Place }> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    let part = lines[index] ?? '';
    if (IGNORED_LINE.test(part)) continue;
    let property = '';
    while (continuesOnNextLine(part)) {
      property += part.slice(0, -1);
      index += 1;
      part = (lines[index] ?? '').replace(INDENTATION, '');
    }
    const [, indent = '', key = '', separator = '', value = ''] =
      PROPERTY.exec(property + part) ?? [];
    const column = indent.length + 1;
    yield {
      key: unescape(key),
      text: unescape(value),
      place: {
        key: { line, column },
        value: { line, column: column + key.length + separator.length },
      },
    };
  }
}

/** Returns whether a line ends with an odd number of backslashes: each pair is an escaped backslash. */
function continuesOnNextLine(line: string): boolean {
  return (/(?<!\\)\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1;
}

const CONTROLS = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
]);

function unescape(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/gs, (_, code?: string, other = '') =>
    code === undefined
      ? (CONTROLS.get(String(other)) ?? String(other))
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
