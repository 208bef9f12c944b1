import { isPair, isScalar, isSeq, visit, type Document } from 'yaml';
import type { Finding } from './finding.ts';
import type { FindingList } from './finding-list.ts';
import { pointerTo } from './pointer.ts';
import { aliasUsed, collectionAsKey, duplicateKey, mergeKey, tagUsed } from './text-findings.ts';

/**
 * Adds findings for what JSON does not have: duplicate keys, keys that are not strings, aliases, merge keys,
 * and values of other types.
 */
export function addNotJson(document: Document.Parsed, findings: FindingList): void {
  visit(document, {
    Pair(_, pair, path) {
      if (keyName(pair.key) !== undefined) return undefined;
      report(path, collectionAsKey);
      return visit.SKIP;
    },
    Map(_, map, path) {
      const names = new Set<string>();
      for (const { key } of map.items) {
        const name = keyName(key);
        if (name === undefined) continue;
        const report = (word: (pointer: string) => Finding) =>
          findings.add('error', () => word(pointerOf([...path, map]) + pointerTo(name)));
        if (name === '<<' && isScalar(key) && key.type === 'PLAIN') report(mergeKey);
        else if (names.has(name)) report((pointer) => duplicateKey(name, pointer));
        names.add(name);
      }
    },
    Alias: (_, alias, path) => report([...path, alias], aliasUsed),
    Scalar(place, scalar, path) {
      const isObject = typeof scalar.value === 'object' && scalar.value !== null;
      if (place !== 'key' && isObject) report([...path, scalar], tagUsed);
    },
  });

  function report(path: readonly unknown[], word: (pointer: string) => Finding): void {
    findings.add('error', () => word(pointerOf(path)));
  }
}

/** Returns the name of a key; undefined for a list or a map. */
export function keyName(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : JSON.stringify(key.value ?? '');
}

/** @param path the nodes that lead to a place */
function pointerOf(path: readonly unknown[]): string {
  const parts = path.flatMap((node, at) => {
    if (isPair(node)) return keyName(node.key) ?? [];
    return isSeq(node) && at + 1 < path.length ? node.items.indexOf(path[at + 1]) : [];
  });
  return pointerTo(...parts);
}
