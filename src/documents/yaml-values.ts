import { isPair, isScalar, isSeq, visit, type Document } from 'yaml';
import type { Finding } from './finding.ts';
import type { FindingList } from './finding-list.ts';
import { toPointer } from './pointer.ts';
import {
  aliasUsed,
  collectionAsKey,
  createDuplicateKeyFinding,
  mergeKey,
} from './text-findings.ts';

/** Adds findings for YAML that JSON does not have: duplicate keys, collections as keys, aliases, merge keys. */
export function addUnsupportedFindings(document: Document.Parsed, findings: FindingList): void {
  visit(document, {
    Pair(_, pair, path) {
      if (getKeyName(pair.key) !== undefined) return undefined;
      report(path, collectionAsKey);
      return visit.SKIP;
    },
    Map(_, map, path) {
      const names = new Set<string>();
      for (const { key } of map.items) {
        const name = getKeyName(key);
        if (name === undefined) continue;
        const pointer = () => toNodePointer([...path, map]) + toPointer(name);
        if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
          findings.add('error', () => ({ ...mergeKey, pointer: pointer() }));
        } else if (names.has(name)) {
          findings.add('error', () => createDuplicateKeyFinding(name, pointer()));
        }
        names.add(name);
      }
    },
    Alias: (_, alias, path) => report([...path, alias], aliasUsed),
  });

  function report(path: readonly unknown[], finding: Finding): void {
    findings.add('error', () => ({ ...finding, pointer: toNodePointer(path) }));
  }
}

/** Returns the name of a key in the parsed value; undefined for a list or a map. */
export function getKeyName(key: unknown): string | undefined {
  return isScalar<string | number | boolean | null>(key) ? String(key.value ?? '') : undefined;
}

/** Returns the pointer of a node. @param path the node and the nodes around it */
function toNodePointer(path: readonly unknown[]): string {
  const parts = path.flatMap((node, index) => {
    if (isPair(node)) return getKeyName(node.key) ?? [];
    return isSeq(node) && index + 1 < path.length ? node.items.indexOf(path[index + 1]) : [];
  });
  return toPointer(...parts);
}
