import { isJsonObject } from './json-object.ts';

/**
 * Returns a copy of a JSON Schema in which definitions replace references. Keywords next to a reference take
 * precedence. Definitions must not be recursive.
 */
export function resolveReferences<Schema>(
  schema: Schema,
  definitions: Readonly<Record<string, unknown>>,
): Schema {
  const copyNode = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copyNode);
    if (!isJsonObject(node)) return node;
    const { $ref, ...keywords } = node;
    const copy = Object.entries(keywords).map(([name, inner]) => [name, copyNode(inner)]);
    const definition =
      typeof $ref === 'string' ? copyNode(definitions[$ref.replace('#/$defs/', '')]) : undefined;
    return { ...(definition as object | undefined), ...Object.fromEntries(copy) };
  };
  // A reference is an optional keyword of every schema type.
  return copyNode(schema) as Schema;
}
