import { ConfigError } from './config-error.ts';
import { schemaErrorsOf } from './schema-errors.ts';
import { shownValue } from './problem-text.ts';
import { listIn, type ValueSchema } from './value-schema.ts';

/** Returns the value of a text. If it has none, it remains a text, which validation rejects. */
export function valueFromText(schema: ValueSchema, text: string): unknown {
  if (listIn(schema)) return valueFromTexts(schema, commaSeparated(text));
  switch (schema.type) {
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'boolean':
      return truths.get(text) ?? text;
    default:
      return text;
  }
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function commaSeparated(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

/** The value of a flag given once or more: a list takes every text, anything else the last. */
export function valueFromTexts(schema: ValueSchema, texts: readonly string[]): unknown {
  const items = listIn(schema)?.items;
  if (items) return texts.map((text) => valueFromText(items, text));
  return valueFromText(schema, texts.at(-1) ?? '');
}

/**
 * Passes a value on that fits, one text for a list as a list.
 *
 * @throws ConfigError naming `where` it was given, if it doesn't
 */
export function fittingValue(where: string, schema: ValueSchema, value: unknown): unknown {
  // A map can't be given in one text, so that what doesn't fit is a value and no key.
  const schemaError = schemaErrorsOf(schema, value).find((each) => each.kind === 'value');
  if (!schemaError) return listIn(schema) ? [value].flat() : value;
  throw new ConfigError(
    where,
    `${shownValue(schemaError.schema, schemaError.found)} ${schemaError.requirement}`,
  );
}
