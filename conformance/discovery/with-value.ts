import { toFields } from '../responses/fields.ts';

/** Returns a copy of the tree with the value at the path. */
export function withValue(node: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const parent = toFields(node);
  return { ...parent, [name]: withValue(parent?.[name], rest, value) };
}
