import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { getSchema, listReachedSchemas, type Schemas } from './service-contract.ts';

/**
 * Which behaviour is accepted beyond the dialect, because the interface does not exclude it (§2.7, §8, §9). The
 * sandbox shows such behaviour only with chaos.
 */
export interface Tolerance {
  /** Whether the objects of accepted responses may have fields that no schema names. */
  readonly fields: 'named' | 'any';
  /** Whether flags may have codes that are not in the catalogue. */
  readonly flagCodes: 'catalogue' | 'any';
  /** Whether every operation may refuse a request because of a rate limit. */
  readonly rateLimit: 'asDialect' | 'everywhere';
}

export const NO_TOLERANCE: Tolerance = {
  fields: 'named',
  flagCodes: 'catalogue',
  rateLimit: 'asDialect',
};

/** Applies `flagCodes` and `fields` to the schemas; `rateLimit` changes the refusals, not the schemas. */
export function applyTolerance(
  document: OpenApiDocument,
  tolerance: Tolerance,
  acceptedResponses: readonly Schema[],
): OpenApiDocument {
  const { components } = document;
  let { schemas } = components;
  if (tolerance.flagCodes === 'any') schemas = allowAnyCode(schemas);
  if (tolerance.fields === 'any') schemas = allowAnyField(schemas, acceptedResponses);
  return { ...document, components: { ...components, schemas } };
}

function allowAnyCode(schemas: Schemas): Schemas {
  const { Flag: flag } = schemas;
  if (flag?.properties === undefined) return schemas;
  const properties = Object.entries(flag.properties).map(([name, property]): [string, Schema] => {
    if (property['x-open'] !== 'flags.catalogue') return [name, property];
    const { enum: _catalogue, ...opened } = property;
    return [name, { ...opened, minLength: 1 }];
  });
  return { ...schemas, Flag: { ...flag, properties: Object.fromEntries(properties) } };
}

function allowAnyField(schemas: Schemas, accepted: readonly Schema[]): Schemas {
  const reached = listReachedSchemas(accepted, schemas);
  const opened = [...reached].map(
    (name) => [name, allowUnknownFields(getSchema(schemas, name))] as const,
  );
  return { ...schemas, ...Object.fromEntries(opened) };
}

/**
 * Allows unknown fields, except in an object that must be empty (§4.3) and in a map from categories to
 * flags, which has no other categories (§2.7).
 */
export function allowUnknownFields(schema: Schema): Schema {
  if (schema.maxProperties === 0 || schema['x-open'] === 'user.flagsShape') return schema;
  const { additionalProperties, ...otherKeywords } = schema;
  const opened = additionalProperties === false ? otherKeywords : schema;
  if (opened.properties === undefined) return opened;
  const properties = Object.entries(opened.properties).map(
    ([name, property]) => [name, allowUnknownFields(property)] as const,
  );
  return { ...opened, properties: Object.fromEntries(properties) };
}
