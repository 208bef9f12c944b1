import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type ErrorCode,
} from 'yaml';
import type { Finding } from './finding.ts';
import { jsonErrorAt } from './json-error.ts';
import { partsOf, pointerTo } from './pointer.ts';
import {
  placed,
  type Place,
  type Position,
  type ReadDocument,
  type SourceDocument,
} from './source-document.ts';
import {
  circularAlias,
  collectionAsKey,
  duplicateKey,
  tooManyAliases,
  unknownAlias,
} from './text-findings.ts';

/** How many nodes the aliases of a document may stand for, all told: a "YAML bomb" has millions. */
const MAX_ALIAS_COUNT = 1000;

/** The parser repeats what it stumbled over, however long that is. */
const LONGEST_MESSAGE = 200;

/** What to do about the mistakes that are made most. */
const HINTS: { readonly [Code in ErrorCode]?: string } = {
  BAD_INDENT: 'Indent it like its neighbours, and close every bracket and brace.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a text with ": " in it in quotes, or begin a new line.',
  MISSING_CHAR: 'Look for a quote, bracket, brace, colon or comma that is missing.',
  MULTILINE_IMPLICIT_KEY: 'Look for a missing colon or quote on this line.',
  MULTIPLE_DOCS: 'Put each document in a file of its own.',
  RESOURCE_EXHAUSTION: 'Nest less deeply.',
  TAB_AS_INDENT: 'Indent with spaces.',
  TAG_RESOLVE_FAILED: 'Leave the tag out.',
};

/** Reads a text as YAML 1.2 (https://yaml.org/spec/1.2.2). */
export function readYaml(text: string, file: string | undefined): ReadDocument {
  const lines = new LineCounter();
  // Keys given twice are found below: the parser compares each key with each.
  const parsed = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const document = yamlDocument(parsed, lines, file);

  const inJson = jsonFinding(text, parsed, lines, file);
  const findings = [
    ...(inJson === undefined ? syntaxFindings(parsed, lines, file) : [inJson]),
    ...placed([...nodeFindings(parsed, parsed.contents, [], [])], document),
  ];
  if (findings.length > 0) return { findings };
  try {
    return { document: { ...document, value: parsed.toJS({ maxAliasCount: MAX_ALIAS_COUNT }) } };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { findings: placed([tooManyAliases], document) };
  }
}

function yamlDocument(
  parsed: Document.Parsed,
  lines: LineCounter,
  file: string | undefined,
): SourceDocument {
  return {
    value: undefined,
    file,
    locate: (pointers) =>
      new Map(pointers.map((pointer) => [pointer, placeOf(pointer, parsed, lines)])),
  };
}

/** What a file that is called JSON has against it, in the words of V8, which tells the first mistake alone. */
function jsonFinding(
  text: string,
  { errors }: Document.Parsed,
  lines: LineCounter,
  file: string | undefined,
): Finding | undefined {
  if (file === undefined || !/\.(json|arb)$/i.test(file) || errors.length === 0) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const told = error instanceof Error ? error.message : '';
    const [what = told] = told.split(/, (?:\.\.\.)?"| (?:in|after) JSON/, 1);
    return {
      rule: 'yaml-syntax',
      clause: null,
      severity: 'error',
      message: `This is not JSON: ${what.slice(0, LONGEST_MESSAGE)}.`,
      hint: 'Look here and before for a quote, bracket, brace, colon or comma that is missing, or one too many.',
      pointer: '',
      file,
      ...positionAt(jsonErrorAt(text), lines),
    };
  }
}

/** Mistakes of syntax, one a line: the parser often stumbles over one mistake several times. */
function syntaxFindings(
  { errors, warnings }: Document.Parsed,
  lines: LineCounter,
  file: string | undefined,
): Finding[] {
  const byLine = new Map<number, Finding>();
  for (const { code, message, pos } of [...errors, ...warnings]) {
    const position = positionAt(pos[0], lines);
    if (byLine.has(position.line)) continue;
    byLine.set(position.line, {
      rule: 'yaml-syntax',
      clause: null,
      severity: 'error',
      message:
        code === 'MULTIPLE_DOCS'
          ? 'A second document begins here; only one is read.'
          : `This is not YAML: ${message.slice(0, LONGEST_MESSAGE)}.`,
      hint: HINTS[code] ?? 'See https://yaml.org/spec/1.2.2.',
      pointer: '',
      ...(file === undefined ? {} : { file }),
      ...position,
    });
  }
  return [...byLine.values()];
}

/** Keys that no JSON could have, keys given twice, aliases that lead nowhere or in a circle. */
function* nodeFindings(
  document: Document.Parsed,
  node: unknown,
  path: readonly (string | number)[],
  within: readonly unknown[],
): Generator<Finding> {
  const inside = [...within, node];
  if (isAlias(node)) {
    const target = node.resolve(document);
    if (target === undefined) yield unknownAlias(node.source, pointerTo(...path));
    else if (within.includes(target)) yield circularAlias(node.source, pointerTo(...path));
  } else if (isSeq(node)) {
    for (const [at, item] of node.items.entries()) {
      if (isCollection(item) || isAlias(item)) {
        yield* nodeFindings(document, item, [...path, at], inside);
      }
    }
  } else if (isMap(node)) {
    const keys = new Set<string>();
    for (const { key, value } of node.items) {
      const name = keyName(key);
      if (name === undefined) {
        yield collectionAsKey(pointerTo(...path));
        continue;
      }
      if (keys.has(name)) yield duplicateKey(name, pointerTo(...path, name));
      keys.add(name);
      if (isCollection(value) || isAlias(value)) {
        yield* nodeFindings(document, value, [...path, name], inside);
      }
    }
  }
}

/** Follows a pointer as far as it leads. */
function placeOf(pointer: string, document: Document.Parsed, lines: LineCounter): Place {
  let node: unknown = document.contents;
  let place = placeOfNodes(node, node, lines);
  for (const part of partsOf(pointer)) {
    const parent = isAlias(node) ? node.resolve(document) : node;
    if (isMap(parent)) {
      // The last of two that have one name: of a key given twice, the second is the mistake.
      const pair = parent.items.findLast(({ key }) => keyName(key) === part);
      if (pair === undefined) return place;
      place = placeOfNodes(pair.key, pair.value ?? pair.key, lines);
      node = pair.value;
    } else if (isSeq(parent)) {
      const item = parent.items[Number(part)];
      if (item === undefined) return place;
      place = placeOfNodes(item, item, lines);
      node = item;
    } else {
      return place;
    }
  }
  return place;
}

function placeOfNodes(key: unknown, value: unknown, lines: LineCounter): Place {
  return { key: positionAt(startOf(key), lines), value: positionAt(startOf(value), lines) };
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function positionAt(offset: number, lines: LineCounter): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function keyName(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : JSON.stringify(key.value ?? '');
}
