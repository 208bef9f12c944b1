import { parsePointer } from './pointer.ts';
import type { SchemaNode } from './schema-errors.ts';

export interface SchemaPlace {
  readonly description: string | undefined;
  /** The only valid value. */
  readonly constant: unknown;
  /** The nearest clause. */
  readonly clause: string | null;
  /** The branches of a `oneOf`, or the schema itself. */
  readonly branches: readonly SchemaNode[];
  /** The known keys; of all branches of a `oneOf`. */
  readonly keys: readonly string[];
  /** The parents of each key inside a nested map: for `codeField` in `sms: { codeField }`, `sms`. */
  readonly parentsByInnerKey: ReadonlyMap<string, readonly string[]>;
}

/** Finds a place in a schema. If the branches of a `oneOf` differ, the first branch with the place counts. */
export function findPlaceInSchema(pointer: string, root: SchemaNode): SchemaPlace {
  let node: SchemaNode | undefined = root;
  let clause = root['x-clause'] ?? null;
  for (const part of parsePointer(pointer)) {
    node = node && findChild(node, part);
    clause = node?.['x-clause'] ?? clause;
  }
  const branches = node === undefined ? [] : (node.oneOf ?? [node]);
  const children = branches.flatMap(({ properties = {} }) => Object.entries(properties));
  return {
    description: node?.description,
    constant: node?.const,
    clause,
    branches,
    keys: [...new Set(children.map(([key]) => key))],
    parentsByInnerKey: findParents(children),
  };
}

function findParents(
  children: readonly (readonly [string, SchemaNode])[],
): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>();
  for (const [key, { properties = {} }] of children) {
    for (const [inner, schema] of Object.entries(properties)) {
      // Omits constants, such as `version`: at the top level they mean another kind of document, so a hint
      // to move them would be wrong.
      if (schema.const === undefined) parents.set(inner, [...(parents.get(inner) ?? []), key]);
    }
  }
  return parents;
}

function findChild(node: SchemaNode, part: string): SchemaNode | undefined {
  for (const { properties = {}, items, additionalProperties } of node.oneOf ?? [node]) {
    const others = typeof additionalProperties === 'object' ? additionalProperties : items;
    const child = Object.hasOwn(properties, part) ? properties[part] : others;
    if (child !== undefined) return child;
  }
  return undefined;
}
