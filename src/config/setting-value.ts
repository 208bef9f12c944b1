import { ConfigError } from './config-error.ts';
import type { ValueSchema } from './setting.ts';

/** Why a value doesn't fit its schema. */
export interface Misfit {
  /** The part that doesn't fit: the value, or an item of it. */
  readonly found: unknown;
  /** Which item, if the value is a list. */
  readonly index?: number;
  /** Reads on from the value: `must be a whole number from 0 to 65535`. */
  readonly requirement: string;
}

/** The value a text stands for. One that stands for nothing stays a text, and won't fit. */
export function valueFromText(schema: ValueSchema, text: string): unknown {
  switch (schema.type) {
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'boolean':
      return truths.get(text) ?? text;
    case 'array':
      return valueFromTexts(schema, commaSeparated(text));
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
  const { items } = schema;
  if (items) return texts.map((text) => valueFromText(items, text));
  return valueFromText(schema, texts.at(-1) ?? '');
}

/** Passes a value on that fits. @throws ConfigError naming `where` it was given, if it doesn't. */
export function fittingValue(where: string, schema: ValueSchema, value: unknown): unknown {
  const misfit = misfitOf(schema, value);
  if (!misfit) return value;
  const found = schema.writeOnly ? 'the value' : JSON.stringify(misfit.found);
  throw new ConfigError(where, `${found} ${misfit.requirement}`);
}

/** The first thing about a value that doesn't fit its schema, or undefined when it fits. */
export function misfitOf(schema: ValueSchema, value: unknown): Misfit | undefined {
  const { items } = schema;
  if (items && Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) {
      return { found: value, requirement: `must have at least ${schema.minItems} item` };
    }
    for (const [index, item] of value.entries()) {
      const misfit = misfitOf(items, item);
      if (misfit) return { ...misfit, index };
    }
    return undefined;
  }
  return fits(schema, value) ? undefined : { found: value, requirement: requirementOf(schema) };
}

function fits(schema: ValueSchema, value: unknown): boolean {
  switch (schema.type) {
    case 'integer':
      return (
        Number.isSafeInteger(value) &&
        Number(value) >= (schema.minimum ?? -Infinity) &&
        Number(value) <= (schema.maximum ?? Infinity)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && textFits(schema, value);
    default:
      return false;
  }
}

function textFits(schema: ValueSchema, text: string): boolean {
  return (
    text.length >= (schema.minLength ?? 0) &&
    (schema.enum?.includes(text) ?? true) &&
    new RegExp(schema.pattern ?? '', 'u').test(text) &&
    (formats[schema.format ?? '']?.(text) ?? true)
  );
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => URL.canParse(text),
  // Date makes the 30th of February the 2nd of March: what comes back must be what went in.
  'date-time': (text) => {
    const time = new Date(text);
    return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
  },
};

function requirementOf(schema: ValueSchema): string {
  if (schema.patternErrorMessage) return schema.patternErrorMessage;
  if (schema.enum) return `must be ${schema.enum.join(' or ')}`;
  switch (schema.type) {
    case 'integer':
      return `must be a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'boolean':
      return 'must be true or false';
    case 'array':
      return `must be a list, such as ${JSON.stringify(schema.examples?.[0] ?? [])}`;
    default:
      return 'must be a text that is not empty';
  }
}
