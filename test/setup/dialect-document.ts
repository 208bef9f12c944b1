import type { Dialect, DialectDocument } from '../../src/dialect/dialect.ts';
import { loadDialect } from '../../src/dialect/load.ts';

/** Values of a dialect by their dotted keys, such as `{ 'user.path': '/v1/user' }`. */
export type DialectValues = Readonly<Record<string, unknown>>;

export function createDocument(values: DialectValues): DialectDocument {
  return { version: 1, values: nestValues(values) };
}

/** Nests values: `{ 'user.path': '/me' }` becomes `{ user: { path: '/me' } }`. */
export function nestValues(values: DialectValues): object {
  const tree: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const path = key.split('.');
    const lastName = path.pop() ?? '';
    let node = tree;
    for (const name of path) node = (node[name] ??= {}) as Record<string, unknown>;
    node[lastName] = value;
  }
  return tree;
}

export async function loadOrThrow(document: DialectDocument): Promise<Dialect> {
  const result = await loadDialect(document);
  if ('findings' in result) throw new Error(JSON.stringify(result.findings));
  return result.dialect;
}
