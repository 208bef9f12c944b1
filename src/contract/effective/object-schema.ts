import type { Schema } from '../openapi-document.ts';

/** The name of a part that a deployment does not have. */
const NONE = 'none';

export function requireProperties(schema: Schema, ...names: readonly string[]): Schema {
  return { ...schema, required: [...new Set([...(schema.required ?? []), ...names])] };
}

/** Adds or replaces properties. */
export function setProperties(
  schema: Schema,
  properties: Readonly<Record<string, Schema>>,
): Schema {
  return { ...schema, properties: { ...schema.properties, ...properties } };
}

export function removeProperty(schema: Schema, name: string): Schema {
  return renameProperties(schema, { [name]: NONE });
}

/** Renames properties and preserves their order; the name `none` removes a property. */
export function renameProperties(schema: Schema, names: Readonly<Record<string, string>>): Schema {
  const rename = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);
  const isIncluded = (name: string) => rename(name) !== NONE;
  return {
    ...schema,
    ...(schema.required && { required: schema.required.filter(isIncluded).map(rename) }),
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => isIncluded(name))
        .map(([name, property]) => [rename(name), property]),
    ),
  };
}
