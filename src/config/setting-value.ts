import { findListSchema, type ValueSchema } from './value-schema.ts';

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
