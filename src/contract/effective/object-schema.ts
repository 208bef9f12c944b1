/** Changes of object schemas; each returns a new schema. */
import type { Schema } from '../openapi-document.ts';

/** The word for a part that a deployment has not. */
const NONE = 'none';

export function requiring(schema: Schema, ...names: readonly string[]): Schema {
  return { ...schema, required: [...new Set([...(schema.required ?? []), ...names])] };
}

/** Lays properties over those that are there. */
export function withProperties(
  schema: Schema,
  properties: Readonly<Record<string, Schema>>,
): Schema {
  return { ...schema, properties: { ...schema.properties, ...properties } };
}

export function withoutProperty(schema: Schema, name: string): Schema {
  return renaming(schema, { [name]: NONE });
}

/** Renames properties; one that is renamed to `none` goes. Their order stays. */
export function renaming(schema: Schema, names: Readonly<Record<string, string>>): Schema {
  const renamed = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);
  const stays = (name: string) => renamed(name) !== NONE;
  return {
    ...schema,
    ...(schema.required && { required: schema.required.filter(stays).map(renamed) }),
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => stays(name))
        .map(([name, property]) => [renamed(name), property]),
    ),
  };
}
