import { createHash } from 'node:crypto';
import { getOrCreate } from '../../get-or-create.ts';
import type { Dialect } from '../../dialect/dialect.ts';

const hashes = new WeakMap<Dialect, string>();

/** Returns the SHA-256, in hex, of the JSON of a dialect with sorted keys. */
export function hashDialect(dialect: Dialect): string {
  return getOrCreate(hashes, dialect, () =>
    createHash('sha256')
      .update(JSON.stringify(sortKeys(dialect)))
      .digest('hex'),
  );
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortKeys(member)]));
}
