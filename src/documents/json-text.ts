import { MAX_DEPTH } from './depth.ts';
import { JsonScan, countMembers } from './json-scan.ts';
import { scanJsonValues } from './json-values.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import { FindingList, listFindings } from './finding-list.ts';
import { parsePointer, listOutwards, toPointer } from './pointer.ts';
import type { Place, Position, ReadDocument, SourceDocument } from './source-document.ts';
import { createDuplicateKeyFinding, tooDeep } from './text-findings.ts';

/** Reads a text as JSON (RFC 8259); returns undefined for other text, which may be YAML. */
export async function readJson(
  text: string,
  file: string | undefined,
): Promise<ReadDocument | undefined> {
  if (!/^\s*\{/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const document: SourceDocument = {
    value,
    file,
    locate: (pointers) => findPlacesInJson(text, pointers),
  };
  const { depth, members } = await scanText(text);
  if (depth <= MAX_DEPTH && members === countMembers(value)) return { document };
  const findings = await findDuplicateMembers(text);
  return findings.isEmpty ? { document } : { findings: await listFindings(findings, document) };
}

/** Scans in parts of this length, in bytes. */
const PART = 256 * 1024;

async function scanText(text: string): Promise<JsonScan> {
  const scan = new JsonScan();
  const slices = new TimeSlices();
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += PART) {
    scan.push(bytes.subarray(start, start + PART));
    if (slices.isOver) await slices.next();
  }
  return scan;
}

/** Finds duplicate names in objects, which JSON.parse ignores. */
async function findDuplicateMembers(text: string): Promise<FindingList> {
  const findings = new FindingList();
  const slices = new TimeSlices();
  const namesByDepth: Set<string>[] = [];
  for (const { path, part, isContainer: opens } of scanJsonValues(text)) {
    if (slices.isOver) await slices.next();
    const depth = path.length;
    if (opens && depth >= MAX_DEPTH) {
      findings.add('error', () => tooDeep);
      return findings;
    }
    if (opens) namesByDepth[depth] = new Set();
    if (typeof part !== 'string') continue;
    const names = namesByDepth[depth - 1];
    if (names?.has(part))
      findings.add('error', () => createDuplicateKeyFinding(part, toPointer(...path)));
    names?.add(part);
  }
  return findings;
}

export async function findPlacesInJson(
  text: string,
  pointers: readonly string[],
): Promise<Map<string, Place>> {
  const slices = new TimeSlices();
  const found = new Map<string, { readonly key: number; readonly value: number }>();
  // For each open container: its part of the tree of pointers.
  const trails: (Trail | undefined)[] = [];
  const start = createTrail(pointers);
  for (const { path, part, keyStart, start: valueStart, isContainer: opens } of scanJsonValues(
    text,
  )) {
    const depth = path.length;
    const trail = part === undefined ? start : trails[depth - 1]?.onwards.get(String(part));
    if (opens) trails[depth] = trail;
    if (trail !== undefined) found.set(trail.pointer, { key: keyStart, value: valueStart });
    if (slices.isOver) await slices.next();
  }
  const lineStarts = listLineStarts(text);
  return new Map(
    pointers.flatMap((pointer) => {
      const nearest = listOutwards(pointer).find((outer) => found.has(outer)) ?? '';
      const at = found.get(nearest);
      if (at === undefined) return [];
      const place: Place = {
        key: toPosition(at.key, lineStarts),
        value: toPosition(at.value, lineStarts),
      };
      return [[pointer, place]];
    }),
  );
}

/** Pointers as a tree, to skip containers without pointers. */
interface Trail {
  readonly pointer: string;
  readonly onwards: Map<string, Trail>;
}

function createTrail(pointers: readonly string[]): Trail {
  const start: Trail = { pointer: '', onwards: new Map() };
  for (const pointer of pointers) {
    let trail = start;
    for (const part of parsePointer(pointer)) {
      const next = trail.onwards.get(part) ?? {
        pointer: trail.pointer + toPointer(part),
        onwards: new Map<string, Trail>(),
      };
      trail.onwards.set(part, next);
      trail = next;
    }
  }
  return start;
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
