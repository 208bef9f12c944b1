import pLimit from 'p-limit';
import { isMap, isNode, isSeq } from 'yaml';
import type { ErrorCode, LineCounter, Pair, YAMLMap } from 'yaml';
import { TimeSlices } from '../ports/time-slices.ts';
import { FindingList, listFindings } from './finding-list.ts';
import { findJsonError } from './json-values.ts';
import { parsePointer } from './pointer.ts';
import type { Place, Position, ReadDocument, SourceDocument } from './source-document.ts';
import { tooLarge } from './text-findings.ts';
import { composeYaml, TextTooLarge, type ComposedYaml } from './yaml-compose.ts';
import { addUnsupportedFindings, getKeyName } from './yaml-values.ts';

/** A message of the parser contains the invalid text, which can be long. */
const MAX_MESSAGE_LENGTH = 200;

/** Longer texts are not read in parallel, because reading takes much memory. */
const MAX_PARALLEL_LENGTH = 100_000;
const runExclusively = pLimit(1);

/** Hints for common mistakes. */
const HINTS: { readonly [Code in ErrorCode]?: string } = {
  BAD_INDENT: 'Fix the indentation, and close every bracket and brace.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a string that contains ": " in quotes, or start a new line.',
  MISSING_CHAR:
    'Add the missing quote, bracket, brace, colon, comma or hyphen, or fix the indentation.',
  MULTILINE_IMPLICIT_KEY: 'Add the missing colon or quote on this line.',
  RESOURCE_EXHAUSTION: 'Reduce the nesting.',
  TAB_AS_INDENT: 'Indent with spaces.',
  TAG_RESOLVE_FAILED: 'Remove the tag.',
};

/** Reads a text as YAML 1.2 (https://yaml.org/spec/1.2.2), without aliases. */
export async function readYaml(text: string, file: string | undefined): Promise<ReadDocument> {
  const read = () => readText(text, file);
  try {
    return await (text.length > MAX_PARALLEL_LENGTH ? runExclusively(read) : read());
  } catch (error) {
    if (!(error instanceof TextTooLarge)) throw error;
    const inFile = file === undefined ? {} : { file };
    return { findings: [{ ...tooLarge, ...inFile, ...error.position }] };
  }
}

async function readText(text: string, file: string | undefined): Promise<ReadDocument> {
  const slices = new TimeSlices();
  const composed = await composeYaml(text, slices);
  const findings = new FindingList();
  if (!addJsonProblem(text, composed.lines, file, findings)) {
    await addProblems(composed, findings, slices);
  }
  // A syntax error often causes further findings, so they are omitted.
  if (findings.isEmpty) addUnsupportedFindings(composed.document, findings);
  const document: SourceDocument = {
    value: findings.isEmpty ? composed.document.toJS() : undefined,
    file,
    locate: (pointers) => findPlaces(composed, pointers, slices),
  };
  return findings.isEmpty ? { document } : { findings: await listFindings(findings, document) };
}

/** Adds the error of JSON.parse for a file that should be JSON. @returns whether it was added */
function addJsonProblem(
  text: string,
  lines: LineCounter,
  file: string | undefined,
  findings: FindingList,
): boolean {
  if (file === undefined || !/\.(json|arb)$/i.test(file)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    // Without the quoted text or offset at the end: `, "{a: 1}" is not valid JSON`, ` in JSON at position 1`.
    const [problem = message] = message.split(/, (?:\.\.\.)?"| (?:in|after) JSON/, 1);
    findings.add('error', () => ({
      ...createSyntaxFinding(`Invalid JSON: ${problem.slice(0, MAX_MESSAGE_LENGTH)}.`),
      hint: 'Add or remove a quote, bracket, brace, colon or comma here or before.',
      ...toPosition(findJsonError(text), lines),
    }));
    return true;
  }
}

/** Adds syntax errors, one for each line: the parser often reports an error several times. */
async function addProblems(
  { problems, lines, secondDocumentStart }: ComposedYaml,
  findings: FindingList,
  slices: TimeSlices,
): Promise<void> {
  const lineNumbers = new Set<number>();
  for (const { code, message, pos } of problems) {
    const position = toPosition(pos[0], lines);
    if (lineNumbers.has(position.line)) continue;
    lineNumbers.add(position.line);
    findings.add('error', () => ({
      ...createSyntaxFinding(`Invalid YAML: ${message.slice(0, MAX_MESSAGE_LENGTH)}.`),
      hint: HINTS[code] ?? 'Compare this line with https://yaml.org/spec/1.2.2.',
      ...position,
    }));
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  if (secondDocumentStart === undefined) return;
  findings.add('error', () => ({
    ...createSyntaxFinding('A file can contain only one document; a second one begins here.'),
    hint: 'Put each document in its own file.',
    ...toPosition(secondDocumentStart, lines),
  }));
}

function createSyntaxFinding(message: string) {
  return { rule: 'yaml-syntax', clause: null, severity: 'error', message, pointer: '' } as const;
}

async function findPlaces(
  { document, lines }: ComposedYaml,
  pointers: readonly string[],
  slices: TimeSlices,
): Promise<Map<string, Place>> {
  const pairs = new PairIndex();
  const places = new Map<string, Place>();
  for (const pointer of pointers) {
    places.set(pointer, findPlace(pointer, document.contents, { pairs, lines }));
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  return places;
}

/** The pairs of maps by name, because a map may have a hundred thousand pairs and findings. */
class PairIndex {
  readonly #pairs = new Map<YAMLMap, ReadonlyMap<string | undefined, Pair>>();

  /** Returns the last pair of a name: the second of duplicate keys is the error. */
  find(map: YAMLMap, name: string): Pair | undefined {
    const pairs =
      this.#pairs.get(map) ?? new Map(map.items.map((pair) => [getKeyName(pair.key), pair]));
    this.#pairs.set(map, pairs);
    return pairs.get(name);
  }
}

/** Returns the place of a pointer, or of the nearest value around it. */
function findPlace(
  pointer: string,
  contents: unknown,
  { pairs, lines }: { readonly pairs: PairIndex; readonly lines: LineCounter },
): Place {
  let node = contents;
  let place = findNodePlace(node, node, lines);
  for (const part of parsePointer(pointer)) {
    if (isMap(node)) {
      const pair = pairs.find(node, part);
      if (pair === undefined) return place;
      place = findNodePlace(pair.key, pair.value ?? pair.key, lines);
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)];
      if (item === undefined) return place;
      place = findNodePlace(item, item, lines);
      node = item;
    } else {
      return place;
    }
  }
  return place;
}

function findNodePlace(key: unknown, value: unknown, lines: LineCounter): Place {
  return { key: toPosition(getStart(key), lines), value: toPosition(getStart(value), lines) };
}

function getStart(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function toPosition(offset: number, lines: LineCounter): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}
