import type { Finding } from '../documents/finding.ts';
import { pointerTo } from '../documents/pointer.ts';
import {
  placed,
  type Place,
  type ReadDocument,
  type SourceDocument,
} from '../documents/source-document.ts';
import { duplicateKey } from '../documents/text-findings.ts';

/**
 * Reads a text as a file of properties: `key = text` or `key: text` on each line, `#` or `!` before
 * a remark, `\` at the end of a line that goes on, `\uXXXX` for a character (java.util.Properties).
 *
 * @param file names the text in findings
 */
export function readProperties(text: string, file: string): ReadDocument {
  const properties = [...propertiesIn(text)];
  const value = Object.fromEntries(properties.map((property) => [property.key, property.text]));
  const places = new Map(properties.map(({ key, place }) => [pointerTo(key), place]));
  const top: Place = { key: { line: 1, column: 1 }, value: { line: 1, column: 1 } };
  const document: SourceDocument = {
    value,
    file,
    locate: (pointers) => new Map(pointers.map((pointer) => [pointer, places.get(pointer) ?? top])),
  };
  const findings = repeated(properties);
  return findings.length === 0 ? { document } : { findings: placed(findings, document) };
}

interface Property {
  readonly key: string;
  readonly text: string;
  readonly place: Place;
}

const PROPERTY = /^(\s*)((?:\\.|[^\\\s=:])+)(\s*[=:]?\s*)(.*)$/s;

function* propertiesIn(text: string): Generator<Property> {
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    let whole = lines[at] ?? '';
    if (/^\s*([#!]|$)/.test(whole)) continue;
    while (goesOn(whole) && at + 1 < lines.length) {
      at += 1;
      whole = whole.slice(0, -1) + (lines[at] ?? '').trimStart();
    }
    const [, indent = '', key = '', between = '', value = ''] = PROPERTY.exec(whole) ?? [];
    const column = indent.length + 1;
    yield {
      key: unescaped(key),
      text: unescaped(value),
      place: {
        key: { line, column },
        value: { line, column: column + key.length + between.length },
      },
    };
  }
}

/** An odd number of backslashes: an even one is backslashes that stand for themselves. */
function goesOn(line: string): boolean {
  return (/(?<!\\)\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1;
}

const CONTROLS = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
]);

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/gs, (_, code?: string, other = '') =>
    code === undefined
      ? (CONTROLS.get(String(other)) ?? String(other))
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function repeated(properties: readonly Property[]): Finding[] {
  const keys = new Set<string>();
  return properties.flatMap(({ key }) => {
    if (keys.has(key)) return [duplicateKey(key, pointerTo(key))];
    keys.add(key);
    return [];
  });
}
