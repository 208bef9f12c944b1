/** The keywords of JSON Schema in settings and options. */
export interface ValueSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly format?: string;
  readonly items?: ValueSchema;
  readonly minItems?: number;
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  /** By key: if the map has it, one of these branches must match, too. */
  readonly dependentSchemas?: Readonly<
    Record<string, { readonly anyOf: readonly { readonly required: readonly string[] }[] }>
  >;
  /** Alternatives of different types, so that the type of a value selects one. */
  readonly oneOf?: readonly ValueSchema[];
  readonly writeOnly?: boolean;
  /** The placeholder of the value in help texts. */
  readonly 'x-value'?: string;
  /** The value is a path: always, unless it looks like a plain name, or behind `file:`. */
  readonly 'x-path'?: string;
}

/** Returns a schema with each `$ref` replaced by its definition. */
export function resolveReferences(
  { $ref, ...schema }: ValueSchema,
  definitions: Readonly<Record<string, ValueSchema>>,
): ValueSchema {
  const definition = $ref === undefined ? undefined : definitions[$ref.replace('#/$defs/', '')];
  const { items, properties, oneOf, ...keywords } = { ...definition, ...schema };
  const resolve = (inner: ValueSchema): ValueSchema => resolveReferences(inner, definitions);
  return {
    ...keywords,
    ...(items && { items: resolve(items) }),
    ...(oneOf && { oneOf: oneOf.map(resolve) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, resolve(inner)]),
      ),
    }),
  };
}

/** Returns the list schema of a setting, which may also accept one text for a list of one. */
export function findListSchema(schema: ValueSchema): ValueSchema | undefined {
  if (schema.type === 'array') return schema;
  return schema.oneOf?.find(({ type }) => type === 'array');
}

/** Returns whether a value, or a part of it, is secret. */
export function hasSecret({ writeOnly, items, properties = {}, oneOf = [] }: ValueSchema): boolean {
  const parts = [...(items ? [items] : []), ...Object.values(properties), ...oneOf];
  return writeOnly === true || parts.some(hasSecret);
}

/**
 * Returns the value of a text; the items of a list are separated by commas. A text of another type is returned
 * unchanged, and validation rejects it.
 */
export function parseValue(schema: ValueSchema, text: string): unknown {
  if (findListSchema(schema)) {
    const items = text.split(',').map((item) => item.trim());
    return parseValues(schema, items.filter(Boolean));
  }
  switch (schema.type) {
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'boolean':
      return BOOLEANS.get(text) ?? text;
    default:
      return text;
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Returns the value of a flag from its texts: a list of all, or the value of the last one. */
export function parseValues(schema: ValueSchema, texts: readonly string[]): unknown {
  const items = findListSchema(schema)?.items;
  if (items) return texts.map((text) => parseValue(items, text));
  return parseValue(schema, texts.at(-1) ?? '');
}
