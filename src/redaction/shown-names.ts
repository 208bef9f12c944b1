/** The names in the effective contract: the allow-list of values to show. */
import { getOrCreate } from '../get-or-create.ts';
import type {
  OpenApiDocument,
  Reference,
  RequestBody,
  Response,
  Schema,
} from '../contract/openapi-document.ts';
import { listOperations } from '../contract/openapi-document.ts';

/** What is shown at a place in a body: the value, its fields, its items. */
export interface AllowedValue {
  /** `shown` where the contract expects a text, number or boolean. */
  value: 'shown' | 'hidden';
  readonly fields: Map<string, AllowedValue>;
  items: AllowedValue | undefined;
}

/** Maximum nesting of schemas; the contract has a few levels. */
const MAX_DEPTH = 16;

const cachedNames = new WeakMap<OpenApiDocument, ReturnType<typeof collectNames>>();

export function getShownNames(document: OpenApiDocument) {
  return getOrCreate(cachedNames, document, () => collectNames(document));
}

function collectNames(document: OpenApiDocument) {
  const { schemas, securitySchemes = {} } = document.components;
  const operations = listOperations(document);
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
  const listNames = (location: string) =>
    [...parameters, ...Object.values(securitySchemes)].flatMap((parameter) =>
      'name' in parameter && parameter.name !== undefined && parameter.in === location
        ? [parameter.name]
        : [],
    );
  const request = createAllowedValue();
  const requestByOperation = new Map<string, AllowedValue>();
  const response = createAllowedValue();
  for (const { operation } of operations) {
    const allowed = createAllowedValue();
    requestByOperation.set(operation.operationId, allowed);
    for (const schema of listSchemas(operation.requestBody)) {
      add(allowed, schema, 0);
      add(request, schema, 0);
    }
    for (const declared of Object.values(operation.responses)) {
      for (const schema of listSchemas(declared)) add(response, schema, 0);
    }
  }
  return {
    headers: new Set(listNames('header').map((name) => name.toLowerCase())),
    query: new Set(listNames('query')),
    /** Parts between slashes and colons. */
    path: new Set(operations.flatMap(({ path }) => path.split(/[/:]/))),
    request,
    requestByOperation,
    response,
  };

  function add(allowed: AllowedValue, schema: Schema, depth: number): void {
    if (depth > MAX_DEPTH) return;
    const { $ref, properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = schema;
    const referenced = $ref && schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    for (const part of [...(referenced ? [referenced] : []), ...oneOf, ...anyOf, ...allOf]) {
      add(allowed, part, depth + 1);
    }
    for (const [name, inner] of Object.entries(properties)) {
      const field = allowed.fields.get(name) ?? createAllowedValue();
      allowed.fields.set(name, field);
      add(field, inner, depth + 1);
    }
    if (items !== undefined) add((allowed.items ??= createAllowedValue()), items, depth + 1);
    if (allowsScalars(schema)) allowed.value = 'shown';
  }
}

function listSchemas(message: RequestBody | Response | Reference | undefined): readonly Schema[] {
  if (message === undefined || !('content' in message)) return [];
  return Object.values(message.content ?? {}).flatMap(({ schema }) => schema ?? []);
}

/** Returns whether a schema allows strings, numbers or booleans, and not only containers. */
function allowsScalars({ type, enum: words, const: word }: Schema): boolean {
  if (words !== undefined || word !== undefined) return true;
  return [type].flat().some((name) => name !== undefined && name !== 'object' && name !== 'array');
}

function createAllowedValue(): AllowedValue {
  return { value: 'hidden', fields: new Map(), items: undefined };
}
