import { createHash } from 'node:crypto';
import type { Dialect } from '../../dialect/dialect.ts';

const hashes = new WeakMap<Dialect, string>();

/** Names a dialect: the SHA-256, in hex, of its JSON with the keys of objects sorted. */
export function dialectHash(dialect: Dialect): string {
  let hash = hashes.get(dialect);
  if (hash === undefined) {
    hash = createHash('sha256').update(canonicalJson(dialect)).digest('hex');
    hashes.set(dialect, hash);
  }
  return hash;
}

/** The same text for values that are equal, whatever the order of their keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
