import { isAlias, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { TimeSlices } from '../ports/time-slices.ts';
import type { Finding } from './finding.ts';
import type { FindingList } from './finding-list.ts';
import { pointerTo } from './pointer.ts';
import { aliasUsed, collectionAsKey, duplicateKey, mergeKey, tagUsed } from './text-findings.ts';

/** The names and list positions that lead to a node, the last one first. */
interface Path {
  readonly up: Path | undefined;
  readonly part: string | number;
}

/** A collection whose members are still to be read. */
interface Open {
  readonly node: YAMLMap | YAMLSeq;
  readonly path: Path | undefined;
  put(part: string | number, value: unknown): void;
}

/**
 * Converts nodes to JSON values. Adds findings for duplicate keys, keys that are not strings, aliases,
 * merge keys, and values of types that JSON does not have.
 */
export async function valueOfNodes(
  contents: unknown,
  findings: FindingList,
  slices: TimeSlices,
): Promise<unknown> {
  const waiting: Open[] = [];
  let opened: Open[] = [];
  const whole = valueOf(contents, undefined);
  for (;;) {
    // In the order of the text: the members of a collection before what follows it.
    for (const open of opened.reverse()) waiting.push(open);
    opened = [];
    const next = waiting.pop();
    if (next === undefined) return whole;
    const { node, path: up, put } = next;
    for (const [part, member] of isMap(node) ? pairsOf(node, up) : node.items.entries()) {
      put(part, valueOf(member, { up, part }));
      if (slices.isOver) await slices.next();
    }
  }

  function* pairsOf(map: YAMLMap, up: Path | undefined): Generator<[string, unknown]> {
    const names = new Set<string>();
    for (const { key, value } of map.items) {
      const name = keyName(key);
      if (name === undefined) {
        report(up, collectionAsKey);
        continue;
      }
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
        report({ up, part: name }, mergeKey);
      } else if (names.has(name)) {
        report({ up, part: name }, (pointer) => duplicateKey(name, pointer));
      }
      names.add(name);
      yield [name, value];
    }
  }

  function valueOf(node: unknown, path: Path | undefined): unknown {
    if (isMap(node)) {
      const value = {};
      opened.push({ node, path, put: (name, member) => define(value, String(name), member) });
      return value;
    }
    if (isSeq(node)) {
      const value: unknown[] = [];
      opened.push({ node, path, put: (_, member) => value.push(member) });
      return value;
    }
    if (isAlias(node)) report(path, aliasUsed);
    if (!isScalar(node)) return null;
    if (typeof node.value === 'object' && node.value !== null) report(path, tagUsed);
    return node.value;
  }

  function report(path: Path | undefined, word: (pointer: string) => Finding): void {
    findings.add('error', () => word(pointerOf(path)));
  }
}

/** Returns the name of a key; undefined for a list or a map. */
export function keyName(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : JSON.stringify(key.value ?? '');
}

function pointerOf(path: Path | undefined): string {
  const parts: (string | number)[] = [];
  for (let step = path; step !== undefined; step = step.up) parts.unshift(step.part);
  return pointerTo(...parts);
}

/** Sets an own property of any name, `__proto__` included. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
