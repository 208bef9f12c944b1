/** A copy of a tree with another value at a path. */
export function withValue(node: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const parent = typeof node === 'object' && node !== null ? node : {};
  const child: unknown = Reflect.get(parent, name);
  return { ...parent, [name]: withValue(child, rest, value) };
}
