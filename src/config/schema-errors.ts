import { measureDistance } from '../did-you-mean.ts';
import { holdsSecret, type ValueSchema } from './value-schema.ts';

/** The names and list positions that lead to a value. */
export type Path = readonly (string | number)[];

/** A schema error and its place in the value. */
export type SchemaError =
  | {
      readonly kind: 'value';
      readonly path: Path;
      readonly schema: ValueSchema;
      readonly found: unknown;
      /** `expected a whole number from 0 to 65535` */
      readonly requirement: string;
    }
  | {
      readonly kind: 'unknownKey';
      /** Ends with the key. */
      readonly path: Path;
      readonly known: readonly string[];
    }
  | {
      readonly kind: 'missingKey';
      /** Leads to the map. */
      readonly path: Path;
      /** The keys of which one is required. */
      readonly anyOf: readonly string[];
    };

/** Returns the schema errors of a value. */
export function listSchemaErrors(
  schema: ValueSchema,
  value: unknown,
  path: Path = [],
): SchemaError[] {
  const { items, oneOf } = schema;
  if (oneOf) {
    const type = isUnquoted(value) ? 'string' : getType(value);
    const meant = oneOf.find((form) => form.type === type);
    if (meant) return listSchemaErrors(meant, value, path);
    const requirement = oneOf
      .map(describeRequirement)
      .join(', or ')
      .replaceAll(', or expected', ', or');
    return [{ kind: 'value', path, schema, found: value, requirement }];
  }
  if (items && Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) {
      const requirement = `expected a list of at least ${schema.minItems} item`;
      return [{ kind: 'value', path, schema, found: value, requirement }];
    }
    return value.flatMap((item, index) => listSchemaErrors(items, item, [...path, index]));
  }
  if (schema.type === 'object' && isMap(value)) return listSchemaErrorsOfMap(schema, value, path);
  if (matchesSchema(schema, value)) return [];
  // A text that YAML reads as a number or a boolean needs quotes.
  const requirement =
    schema.type === 'string' && isUnquoted(value)
      ? 'expected a string in quotes'
      : describeRequirement(schema);
  return [{ kind: 'value', path, schema, found: value, requirement }];
}

type PlainMap = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is PlainMap {
  return getType(value) === 'object';
}

function listSchemaErrorsOfMap(schema: ValueSchema, value: PlainMap, path: Path): SchemaError[] {
  const { properties = {}, required = [], dependentSchemas = {} } = schema;
  const known = Object.keys(properties);
  const inside = Object.entries(value).flatMap(([key, inner]) => {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const here = [...path, key];
    if (own) return listSchemaErrors(own, inner, here);
    if (schema.additionalProperties === true && !isLikelyMisspelt(key, known)) return [];
    return [{ kind: 'unknownKey', path: here, known } as const];
  });
  const needed = [
    ...required.map((key) => [key]),
    ...Object.entries(dependentSchemas)
      .filter(([key]) => Object.hasOwn(value, key))
      .map(([, { anyOf }]) => anyOf.flatMap((branch) => branch.required)),
  ];
  const missing = needed
    .filter((anyOf) => !anyOf.some((key) => Object.hasOwn(value, key)))
    .map((anyOf) => ({ kind: 'missingKey', path, anyOf }) as const);
  return [...missing, ...inside];
}

/** Returns whether a key, such as `flag` or `kycStaus`, is probably a typing error in a map that accepts any key. */
function isLikelyMisspelt(key: string, known: readonly string[]): boolean {
  const word = key.toLowerCase();
  return known.some((name) => {
    const isStart = word.length > 2 && name.toLowerCase().startsWith(word);
    return isStart || (word.length > 5 && measureDistance(word, name.toLowerCase()) < 3);
  });
}

function getType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function matchesSchema(schema: ValueSchema, value: unknown): boolean {
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
      return typeof value === 'string' && matchesTextRules(schema, value);
    case 'null':
      return value === null;
    case undefined:
      return true;
    default:
      return false;
  }
}

function matchesTextRules(schema: ValueSchema, text: string): boolean {
  return (
    text.length >= (schema.minLength ?? 0) &&
    (schema.enum?.includes(text) ?? true) &&
    new RegExp(schema.pattern ?? '', 'u').test(text) &&
    (formats[schema.format ?? '']?.(text) ?? true)
  );
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => URL.canParse(text),
  // Date normalizes the 30th of February to the 2nd of March: the result must equal the input.
  'date-time': (text) => {
    const local = text.slice(0, 19).toUpperCase();
    const time = Date.parse(`${local}Z`);
    if (Number.isNaN(time) || Number.isNaN(Date.parse(text))) return false;
    return new Date(time).toISOString().startsWith(local);
  },
};

function isUnquoted(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function describeRequirement(schema: ValueSchema): string {
  if (schema.patternErrorMessage) return schema.patternErrorMessage;
  if (schema.enum) return `expected ${describeChoices(schema.enum)}`;
  switch (schema.type) {
    case 'integer':
      return `expected a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'boolean':
      return 'expected true or false';
    case 'array':
      return `expected a list${describeExample(schema)}`;
    case 'object':
      return `expected a map with the keys ${Object.keys(schema.properties ?? {}).join(', ')}`;
    case 'null':
      return 'expected null';
    default:
      return 'expected a string that is not empty';
  }
}

function describeChoices(values: readonly unknown[]): string {
  return values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ');
}

function describeExample(schema: ValueSchema): string {
  const [example] = schema.examples ?? [];
  return example === undefined || holdsSecret(schema) ? '' : `, such as ${JSON.stringify(example)}`;
}
