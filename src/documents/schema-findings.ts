/** Validates values against a schema, large values in pieces. */
import { TimeSlices } from '../ports/time-slices.ts';
import { FindingList } from './finding-list.ts';
import { hasMoreValues, isJsonObject } from './json-object.ts';
import {
  listErrors,
  schemas,
  type SchemaError,
  type SchemaName,
  type SchemaNode,
} from './schema-errors.ts';
import { toFinding, selectMostSpecific } from './schema-finding.ts';

/**
 * Validates a document, or a part of it, and returns one error for each place. A large value is validated in
 * pieces: the validator blocks the event loop, and its time grows with the square of the errors.
 *
 * @param name the schema of the document
 * @param value the document; with `part`, the value of this part
 */
export async function findSchemaErrors(
  name: SchemaName,
  value: unknown,
  part: { readonly pointer: string; readonly schema: SchemaNode } = {
    pointer: '',
    schema: schemas[name],
  },
): Promise<FindingList> {
  const root: SchemaNode = schemas[name];
  const findings = new FindingList();
  const slices = new TimeSlices();
  await validate(part.schema, value, part.pointer);
  return findings;

  async function validate(schema: SchemaNode, value: unknown, pointer: string): Promise<void> {
    if (slices.isUsedUp) await slices.yieldToEvents();
    if (!hasMoreValues(value, MAX_VALUES)) {
      report(listErrors(schema, value), pointer);
      return;
    }
    const { items, properties, additionalProperties, oneOf } = schema;
    if (Array.isArray(value) && items !== undefined) {
      await validateList(schema, items, value, pointer);
    } else if (isJsonObject(value) && properties !== undefined) {
      await validateObject(schema, properties, value, pointer);
    } else if (isJsonObject(value) && typeof additionalProperties === 'object') {
      report(listErrors(getContainerSchema(schema), value), pointer);
      await validateEntries(schema, value, pointer);
    } else {
      // No branch of a `oneOf` allows large values, so a part of the value is enough to report the error.
      report(listErrors(schema, oneOf === undefined ? value : truncate(value)), pointer);
    }
  }

  async function validateList(
    node: SchemaNode,
    items: SchemaNode,
    list: readonly unknown[],
    pointer: string,
  ): Promise<void> {
    report(listErrors(getContainerSchema(node), list), pointer);
    if (node.uniqueItems === true) await reportRepeated(list, pointer);
    for (const [index, item] of list.entries()) {
      await validate(items, item, `${pointer}/${index}`);
    }
  }

  async function validateObject(
    node: SchemaNode,
    properties: Readonly<Record<string, SchemaNode>>,
    value: Readonly<Record<string, unknown>>,
    pointer: string,
  ): Promise<void> {
    const known = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
    // Only known members: an error stores its value, and a value can have very many unknown members.
    const knownMembers = Object.fromEntries(known.map((name) => [name, value[name]]));
    report(listErrors(getContainerSchema(node), knownMembers), pointer);
    for (const name of known) {
      const schema = properties[name];
      if (schema !== undefined) await validate(schema, value[name], `${pointer}/${name}`);
    }
    if (node.additionalProperties !== false) return;
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(properties, name)) continue;
      const error = {
        keyword: 'additionalProperties',
        params: { additionalProperty: name },
      } as const;
      report([{ ...createErrorBase(value), ...error }], pointer);
      if (slices.isUsedUp) await slices.yieldToEvents();
    }
  }

  /** Validates a map with any keys entry by entry: the errors of an entry do not depend on other entries. */
  async function validateEntries(
    schema: SchemaNode,
    value: Readonly<Record<string, unknown>>,
    pointer: string,
  ): Promise<void> {
    for (const entry of Object.entries(value)) {
      report(listErrors(schema, Object.fromEntries([entry])), pointer);
      if (slices.isUsedUp) await slices.yieldToEvents();
    }
  }

  /** Replaces the `uniqueItems` check of Ajv, which compares all pairs of items. */
  async function reportRepeated(list: readonly unknown[], pointer: string): Promise<void> {
    const places = new Map<string, number>();
    for (const [i, item] of list.entries()) {
      const text = JSON.stringify(item);
      const j = places.get(text);
      if (j !== undefined) {
        report([{ ...createErrorBase(list), keyword: 'uniqueItems', params: { i, j } }], pointer);
        return;
      }
      places.set(text, i);
      if (slices.isUsedUp) await slices.yieldToEvents();
    }
  }

  function report(errors: readonly SchemaError[], pointer: string): void {
    for (const error of selectMostSpecific(errors)) {
      findings.add('error', () =>
        toFinding({ ...error, instancePath: pointer + error.instancePath }, root),
      );
    }
  }
}

export const userSchema: SchemaNode = schemas.scenario.properties.users.items;

/** A value that contains more values is validated in pieces. */
const MAX_VALUES = 500;

/** For each schema, its keywords about a list or an object as a whole. */
const containerSchemas = new WeakMap<SchemaNode, SchemaNode>();

function getContainerSchema(node: SchemaNode): SchemaNode {
  const cached = containerSchemas.get(node);
  if (cached !== undefined) return cached;
  const { type, minItems, maxItems, maxProperties, required, dependentRequired } = node;
  const keywords = { type, minItems, maxItems, maxProperties, required, dependentRequired };
  const containerSchema = Object.fromEntries(
    Object.entries(keywords).filter(([, value]) => value !== undefined),
  );
  containerSchemas.set(node, containerSchema);
  return containerSchema;
}

function truncate(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES).map(copyWithoutMembers);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).slice(0, MAX_VALUES);
  return Object.fromEntries(names.map((name) => [name, copyWithoutMembers(value[name])]));
}

function copyWithoutMembers(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isJsonObject(value) ? {} : value;
}

function createErrorBase(data: unknown) {
  return { instancePath: '', schemaPath: '', schema: true, data };
}
