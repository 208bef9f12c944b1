import type { DialectDocument } from '../../src/dialect/dialect.ts';

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
