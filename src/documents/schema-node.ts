/** Finds the part of a JSON Schema (2020-12) for a pointer into a value. */
import { partsOf } from './pointer.ts';

/** The part of a schema that findings are worded with. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly description?: string;
  readonly 'x-clause'?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly oneOf?: readonly SchemaNode[];
}

export interface PlaceInSchema {
  /** Returns the part of the schema for a place; undefined if there is none. */
  readonly description: string | undefined;
  /** The clause of the place, else of the nearest thing around it that has one. */
  readonly clause: string | null;
  /** Names that an object there may have, whichever branch of a `oneOf` it takes. */
  readonly keys: readonly string[];
}

/** Where the branches of a `oneOf` differ, the first that knows a place describes it. */
export function placeInSchema(pointer: string, root: SchemaNode): PlaceInSchema {
  let node: SchemaNode | undefined = resolved(root, root);
  let clause = root['x-clause'] ?? null;
  for (const part of partsOf(pointer)) {
    node = node && childOf(node, part, root);
    clause = node?.['x-clause'] ?? clause;
  }
  const branches = node === undefined ? [] : branchesOf(node, root);
  const keys = new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)));
  return { description: node?.description, clause, keys: [...keys] };
}

function childOf(node: SchemaNode, part: string, root: SchemaNode): SchemaNode | undefined {
  for (const { properties = {}, items } of branchesOf(node, root)) {
    const child = Object.hasOwn(properties, part) ? properties[part] : items;
    if (child !== undefined) return resolved(child, root);
  }
  return undefined;
}

function branchesOf(node: SchemaNode, root: SchemaNode): readonly SchemaNode[] {
  return node.oneOf === undefined ? [node] : node.oneOf.map((branch) => resolved(branch, root));
}

/** Returns a schema with its `$ref` resolved; keywords beside the reference take precedence. */
export function resolved(node: SchemaNode, root: SchemaNode): SchemaNode {
  const [, name] = node.$ref?.split('#/$defs/') ?? [];
  const definition = name === undefined ? undefined : root.$defs?.[name];
  return definition === undefined ? node : { ...resolved(definition, root), ...node };
}
