/** Converts to OpenAPI 3.0.3, for client generators that do not read 3.1. */
import { Converter } from '@apiture/openapi-down-convert';

type Json = Readonly<Record<string, unknown>>;

/** Keywords of JSON Schema 2020-12 that 3.0 does not have. Without them the schema accepts more. */
const UNSUPPORTED = new Set(['if', 'then', 'else', 'dependentRequired', 'propertyNames']);
/** Members that contain data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Members whose keys are names, not keywords. */
const MAPS = new Set(['properties', 'schemas', 'paths', 'responses', 'parameters', 'headers']);
/** A prefix for keys that are not keywords, because the library would also convert a property `const`. */
const MARK = 'not-a-keyword:';

/** Returns an OpenAPI 3.1 document as 3.0.3. Converts what the library does not convert. */
export function convertToOpenApi30(document: object): Json {
  const marked = new Converter(markKeys(document) as object).convert();
  const converted = unmarkKeys(marked) as { readonly info: Json };
  const { summary: _, ...info } = converted.info;
  return convertMembers({ ...converted, info });
}

/** Marks the names of properties and other maps, and the keys of data. */
function markKeys(value: unknown, keys: 'keywords' | 'names' | 'data' = 'keywords'): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => markKeys(item, keys === 'data' ? 'data' : 'keywords'));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      if (keys === 'data') return [`${MARK}${key}`, markKeys(member, 'data')];
      if (keys === 'names') return [`${MARK}${key}`, markKeys(member)];
      if (DATA.has(key)) return [key, markKeys(member, 'data')];
      return [key, markKeys(member, MAPS.has(key) ? 'names' : 'keywords')];
    }),
  );
}

function unmarkKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarkKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.replace(MARK, ''), unmarkKeys(member)]),
  );
}

function convertMembers(value: Json): Json {
  const members = Object.entries(value)
    .filter(([key]) => !UNSUPPORTED.has(key))
    .map(([key, member]): [string, unknown] => [
      key,
      DATA.has(key) ? member : convert(member, MAPS.has(key)),
    ]);
  return toNullable(splitTypes(toLimitFlag(toEnum(Object.fromEntries<unknown>(members)))));
}

function convert(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return isMap
    ? Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, convert(toObjectSchema(item), false)]),
      )
    : convertMembers(value as Json);
}

/** Converts `true` or `false` to an object: 3.0 has no boolean schemas of properties. */
function toObjectSchema(item: unknown): unknown {
  if (typeof item !== 'boolean') return item;
  return item ? {} : { not: {} };
}

/** Converts `oneOf: [X, {type: null}]` to a nullable X. */
function toNullable(schema: Json): Json {
  for (const key of ['oneOf', 'anyOf'] as const) {
    const choices = schema[key];
    if (!Array.isArray(choices)) continue;
    const others: unknown[] = choices.filter((choice: Json) => choice['type'] !== 'null');
    if (others.length === choices.length) continue;
    const { [key]: _, ...otherKeywords } = schema;
    return { ...otherKeywords, nullable: true, [others.length === 1 ? 'allOf' : key]: others };
  }
  return schema;
}

/** Converts a list of types to `anyOf` with one schema for each type. */
function splitTypes(schema: Json): Json {
  const { type: types, ...otherKeywords } = schema;
  return Array.isArray(types)
    ? { ...otherKeywords, anyOf: types.map((type: unknown) => ({ type })) }
    : schema;
}

/** Converts a `const` that the library does not convert, such as an empty string. */
function toEnum(schema: Json): Json {
  const { const: constant, ...otherKeywords } = schema;
  return constant === undefined ? schema : { ...otherKeywords, enum: [constant] };
}

/** Converts an exclusive limit, which is a number in 3.1, to a flag of the limit in 3.0. */
function toLimitFlag(schema: Json): Json {
  const limit = schema['exclusiveMinimum'];
  return typeof limit === 'number' ? { ...schema, minimum: limit, exclusiveMinimum: true } : schema;
}
