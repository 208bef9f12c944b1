import { MAX_DEPTH } from './depth.ts';
import { tryParseJson } from './json-object.ts';
import { JsonScan, countMembers } from './json-scan.ts';
import { scanJsonValues } from './json-values.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import { FindingList, listFindings } from './finding-list.ts';
import { parsePointer, listAncestors, toPointer } from './pointer.ts';
import type { Place, Position, ReadDocument, SourceDocument } from './source-document.ts';
import { createDuplicateKeyFinding, tooDeep } from './text-findings.ts';

/** Reads a text as a JSON object (RFC 8259); returns undefined for any other text, which may be YAML. */
export async function readJson(
  text: string,
  file: string | undefined,
): Promise<ReadDocument | undefined> {
  if (!/^\s*\{/.test(text)) return undefined;
  const value = tryParseJson(text);
  if (value === undefined) return undefined;
  const document: SourceDocument = {
    value,
    file,
    locate: (pointers) => findPlacesInJson(text, pointers),
  };
  const { depth, members } = await scanText(text);
  if (depth <= MAX_DEPTH && members === countMembers(value)) return { document };
  const findings = await findStructuralProblems(text);
  return findings.isEmpty ? { document } : { findings: await listFindings(findings, document) };
}

/** Bytes that are scanned between two checks of the time. */
const CHUNK_SIZE = 256 * 1024;

async function scanText(text: string): Promise<JsonScan> {
  const scan = new JsonScan();
  const slices = new TimeSlices();
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += CHUNK_SIZE) {
    scan.push(bytes.subarray(start, start + CHUNK_SIZE));
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  return scan;
}

/** Finds duplicate names in objects, which JSON.parse ignores, until the nesting is too deep. */
async function findStructuralProblems(text: string): Promise<FindingList> {
  const findings = new FindingList();
  const slices = new TimeSlices();
  const namesByDepth: Set<string>[] = [];
  for (const { path, part, isContainer } of scanJsonValues(text)) {
    if (slices.isUsedUp) await slices.yieldToEvents();
    const depth = path.length;
    if (isContainer && depth >= MAX_DEPTH) {
      findings.add('error', () => tooDeep);
      return findings;
    }
    if (isContainer) namesByDepth[depth] = new Set();
    if (typeof part !== 'string') continue;
    const names = namesByDepth[depth - 1];
    if (names?.has(part))
      findings.add('error', () => createDuplicateKeyFinding(part, toPointer(...path)));
    names?.add(part);
  }
  return findings;
}

/** Returns the places of values, or of the nearest values around them, by pointer. */
async function findPlacesInJson(
  text: string,
  pointers: readonly string[],
): Promise<Map<string, Place>> {
  const slices = new TimeSlices();
  const found = new Map<string, { readonly key: number; readonly value: number }>();
  // For each open container, its subtree of the pointers.
  const openTrees: (PointerTree | undefined)[] = [];
  const root = createPointerTree(pointers);
  for (const { path, part, keyStart, start, isContainer } of scanJsonValues(text)) {
    const depth = path.length;
    const tree = part === undefined ? root : openTrees[depth - 1]?.children.get(String(part));
    if (isContainer) openTrees[depth] = tree;
    if (tree !== undefined) found.set(tree.pointer, { key: keyStart, value: start });
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  const lineStarts = listLineStarts(text);
  return new Map(
    pointers.flatMap((pointer) => {
      const nearest = listAncestors(pointer).find((ancestor) => found.has(ancestor)) ?? '';
      const offsets = found.get(nearest);
      if (offsets === undefined) return [];
      const place: Place = {
        key: toPosition(offsets.key, lineStarts),
        value: toPosition(offsets.value, lineStarts),
      };
      return [[pointer, place]];
    }),
  );
}

/** Pointers as a tree, which the search follows from container to container. */
interface PointerTree {
  readonly pointer: string;
  readonly children: Map<string, PointerTree>;
}

function createPointerTree(pointers: readonly string[]): PointerTree {
  const root: PointerTree = { pointer: '', children: new Map() };
  for (const pointer of pointers) {
    let tree = root;
    for (const part of parsePointer(pointer)) {
      const next = tree.children.get(part) ?? {
        pointer: tree.pointer + toPointer(part),
        children: new Map<string, PointerTree>(),
      };
      tree.children.set(part, next);
      tree = next;
    }
  }
  return root;
}

function listLineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

function toPosition(offset: number, lineStarts: readonly number[]): Position {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}
