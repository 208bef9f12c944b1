/** A JSON Schema (2020-12) reduced to the keywords that completion uses. */

export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  /** The words that a value is one of. */
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

/** @param schema any JSON */
export function schemaNode(schema: unknown): SchemaNode {
  if (!isObject(schema)) return {};
  const { $ref, type, description, items, properties, $defs, oneOf, anyOf } = schema;
  return {
    ...(typeof $ref === 'string' && { $ref }),
    ...(typeof type === 'string' && { type }),
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(schema['enum']) && { enum: schema['enum'] }),
    ...('const' in schema && { const: schema['const'] }),
    ...(isObject(items) && { items: schemaNode(items) }),
    ...(isObject(properties) && { properties: nodesOf(properties) }),
    ...(isObject($defs) && { $defs: nodesOf($defs) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(schemaNode) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(schemaNode) }),
  };
}

function nodesOf(schemas: Readonly<Record<string, unknown>>): Record<string, SchemaNode> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, schemaNode(schema)]),
  );
}

/** The editor is bundled separately and shares no file with the first view. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
