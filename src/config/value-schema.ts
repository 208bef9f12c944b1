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
  /** Alternatives of different types, so that the type of a value selects one. */
  readonly oneOf?: readonly ValueSchema[];
  readonly writeOnly?: boolean;
  /** The placeholder of the value in help texts. */
  readonly 'x-value'?: string;
  /** Whether it is a path: `always`, `unlessName` (unless a library scenario), `afterFilePrefix` (after `file:`). */
  readonly 'x-path'?: string;
}

/** Returns the list schema of a setting, even if the setting also accepts one text for a list with one item. */
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
 * Parses a text; commas separate the items of a list. A text that does not match the type is returned unchanged:
 * validation rejects it later.
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

/** Returns the value of a flag: a list of all texts, or the value of the last text. */
export function parseValues(schema: ValueSchema, texts: readonly string[]): unknown {
  const items = findListSchema(schema)?.items;
  if (items) return texts.map((text) => parseValue(items, text));
  return parseValue(schema, texts.at(-1) ?? '');
}
