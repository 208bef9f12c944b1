/** Validates values against a schema, large ones in pieces. */
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
import { resolveReference } from './schema-place.ts';

/**
 * Validates a value, or a part of one, against a schema and returns one error for each place. A large value is
 * validated in pieces: the validator does not pause, and its time grows quadratically with the errors.
 */
export async function findSchemaErrors(
  name: SchemaName,
  value: unknown,
  part: { readonly pointer: string; readonly schema: SchemaNode } = {
    pointer: '',
    schema: schemas[name],
  },
): Promise<FindingList> {
  const findings = new FindingList();
  const check = new SchemaCheck(schemas[name], findings, new TimeSlices());
  await check.compare(part.schema, value, part.pointer);
  return findings;
}

export const userSchema: SchemaNode = schemas.scenario.properties.users.items;

/** The number of values that the validator compares at once. */
const MAX_VALUES = 500;

class SchemaCheck {
  readonly #root: SchemaNode;
  readonly #findings: FindingList;
  readonly #slices: TimeSlices;

  constructor(root: SchemaNode, findings: FindingList, slices: TimeSlices) {
    this.#root = root;
    this.#findings = findings;
    this.#slices = slices;
  }

  /** @param pointer of the value in the document */
  async compare(schema: SchemaNode, value: unknown, pointer: string): Promise<void> {
    if (this.#slices.isOver) await this.#slices.next();
    if (!hasMoreValues(value, MAX_VALUES)) {
      this.#report(listErrors(schema, value), pointer);
      return;
    }
    if (this.#slices.isOver) await this.#slices.next();
    const node = resolveReference(schema, this.#root);
    const { items, properties, additionalProperties, oneOf } = node;
    if (Array.isArray(value) && items !== undefined) {
      await this.#compareList(node, items, value, pointer);
    } else if (isJsonObject(value) && properties !== undefined) {
      await this.#compareObject(node, properties, value, pointer);
    } else if (isJsonObject(value) && typeof additionalProperties === 'object') {
      await this.#compareEntries(schema, value, pointer);
    } else {
      // The schema accepts any large value here, or a part of the value is enough to find the error.
      this.#report(listErrors(schema, oneOf === undefined ? value : truncate(value)), pointer);
    }
  }

  async #compareList(
    node: SchemaNode,
    items: SchemaNode,
    list: readonly unknown[],
    pointer: string,
  ): Promise<void> {
    this.#report(listErrors(getContainerSchema(node), list), pointer);
    if (node.uniqueItems === true) await this.#findRepeated(list, pointer);
    for (const [index, item] of list.entries()) {
      await this.compare(items, item, `${pointer}/${index}`);
    }
  }

  async #compareObject(
    node: SchemaNode,
    properties: Readonly<Record<string, SchemaNode>>,
    value: Readonly<Record<string, unknown>>,
    pointer: string,
  ): Promise<void> {
    const known = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
    const part = Object.fromEntries(known.map((name) => [name, value[name]]));
    this.#report(listErrors(getContainerSchema(node), part), pointer);
    for (const name of known) {
      const schema = properties[name];
      if (schema !== undefined) await this.compare(schema, value[name], `${pointer}/${name}`);
    }
    if (node.additionalProperties !== false) return;
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(properties, name)) continue;
      const error = {
        keyword: 'additionalProperties',
        params: { additionalProperty: name },
      } as const;
      this.#report([{ ...toError(value), ...error }], pointer);
      if (this.#slices.isOver) await this.#slices.next();
    }
  }

  /** A map with any keys: the errors of an entry do not depend on the others. */
  async #compareEntries(
    schema: SchemaNode,
    value: Readonly<Record<string, unknown>>,
    pointer: string,
  ): Promise<void> {
    for (const entry of Object.entries(value)) {
      this.#report(listErrors(schema, Object.fromEntries([entry])), pointer);
      if (this.#slices.isOver) await this.#slices.next();
    }
  }

  /** Replaces the check of Ajv, which compares all pairs of items. */
  async #findRepeated(list: readonly unknown[], pointer: string): Promise<void> {
    const places = new Map<string, number>();
    for (const [i, item] of list.entries()) {
      const text = JSON.stringify(item);
      const j = places.get(text);
      if (j !== undefined) {
        this.#report([{ ...toError(list), keyword: 'uniqueItems', params: { i, j } }], pointer);
        return;
      }
      places.set(text, i);
      if (this.#slices.isOver) await this.#slices.next();
    }
  }

  #report(errors: readonly SchemaError[], pointer: string): void {
    for (const error of selectMostSpecific(errors)) {
      this.#findings.add('error', () =>
        toFinding({ ...error, instancePath: pointer + error.instancePath }, this.#root),
      );
    }
  }
}

/** For each schema, its keywords about a list or an object as a whole. */
const containerSchemas = new WeakMap<SchemaNode, SchemaNode>();

function getContainerSchema(node: SchemaNode): SchemaNode {
  const cached = containerSchemas.get(node);
  if (cached !== undefined) return cached;
  const { type, minItems, maxItems, required, dependentRequired } = node;
  const keywords = { type, minItems, maxItems, required, dependentRequired };
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

function toError(data: unknown) {
  return { instancePath: '', schemaPath: '', schema: true, data };
}
