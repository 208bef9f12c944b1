import schema from '../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import type { SchemaNode } from '../documents/schema-errors.ts';

export type AllowedValue = { readonly value: unknown } | { readonly description: string };

/** Returns the possible values of a key, or a description if their number is unlimited. */
export function describeAllowedValues(key: string): readonly AllowedValue[] {
  const node = findNode(key);
  return node === undefined ? [] : listValues(node);
}

function findNode(key: string): SchemaNode | undefined {
  return key
    .split('.')
    .reduce<SchemaNode | undefined>(
      (node, name) => node?.properties?.[name],
      schema.properties.values,
    );
}

function listValues(node: SchemaNode): readonly AllowedValue[] {
  if (node.enum !== undefined) return node.enum.map((value) => ({ value }));
  if (node.const !== undefined) return [{ value: node.const }];
  if (node.oneOf !== undefined) return node.oneOf.flatMap(listValues);
  return [{ description: describeType(node) }];
}

function describeType({ type, format, minimum, maximum, items, properties }: SchemaNode): string {
  switch (type) {
    case 'integer':
      return maximum === undefined
        ? `a whole number, at least ${minimum ?? 0}`
        : `a whole number from ${minimum ?? 0} to ${maximum}`;
    case 'array':
      if (items?.enum !== undefined) return `a list of ${items.enum.join(', ')}`;
      return items?.properties === undefined
        ? 'a list'
        : `a list of maps with the keys ${Object.keys(items.properties).join(', ')}`;
    case 'object':
      return `a map of ${Object.keys(properties ?? {}).join(', ')}`;
    default:
      return format === 'duration' ? 'a duration, such as PT5M (ISO 8601)' : 'a string';
  }
}
