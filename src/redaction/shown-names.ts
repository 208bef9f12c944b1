/** The names in the effective contract: the allow-list of values to show. */
import type {
  OpenApiDocument,
  Reference,
  RequestBody,
  Response,
  Schema,
} from '../contract/openapi-document.ts';
import { listOperations } from '../contract/openapi-document.ts';

export interface ShownPlace {
  /** Whether a text, number or boolean is expected here. */
  value: 'shown' | 'hidden';
  readonly fields: Map<string, ShownPlace>;
  items: ShownPlace | undefined;
}

/** Maximum nesting of schemas; the contract has a few levels. */
const DEEPEST = 16;

const cachedNames = new WeakMap<OpenApiDocument, ReturnType<typeof collectNames>>();

/** Returns the names of a contract, collected once. */
export function getShownNames(document: OpenApiDocument) {
  const names = cachedNames.get(document) ?? collectNames(document);
  cachedNames.set(document, names);
  return names;
}

function collectNames(document: OpenApiDocument) {
  const { schemas, securitySchemes = {} } = document.components;
  const operations = listOperations(document);
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
  const listNames = (place: string) =>
    [...parameters, ...Object.values(securitySchemes)].flatMap((each) =>
      'name' in each && each.name !== undefined && each.in === place ? [each.name] : [],
    );
  const request = createPlace();
  const namesByOperation = new Map<string, ShownPlace>();
  const response = createPlace();
  for (const { operation } of operations) {
    const place = createPlace();
    namesByOperation.set(operation.operationId, place);
    for (const schema of listSchemas(operation.requestBody)) {
      add(place, schema, 0);
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
    requestByOperation: namesByOperation,
    response,
  };

  function add(place: ShownPlace, schema: Schema, depth: number): void {
    if (depth > DEEPEST) return;
    const { $ref, properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = schema;
    const referred =
      $ref === undefined ? undefined : schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    for (const part of [...(referred ? [referred] : []), ...oneOf, ...anyOf, ...allOf]) {
      add(place, part, depth + 1);
    }
    for (const [name, inner] of Object.entries(properties)) {
      const field = place.fields.get(name) ?? createPlace();
      place.fields.set(name, field);
      add(field, inner, depth + 1);
    }
    if (items !== undefined) add((place.items ??= createPlace()), items, depth + 1);
    if (isOfValues(schema)) place.value = 'shown';
  }
}

function listSchemas(message: RequestBody | Response | Reference | undefined): readonly Schema[] {
  if (message === undefined || !('content' in message)) return [];
  return Object.values(message.content ?? {}).flatMap(({ schema }) => schema ?? []);
}

/** Returns whether a schema allows strings, numbers or booleans, and not only containers. */
function isOfValues({ type, enum: words, const: word }: Schema): boolean {
  if (words !== undefined || word !== undefined) return true;
  return [type].flat().some((each) => each !== undefined && each !== 'object' && each !== 'array');
}

function createPlace(): ShownPlace {
  return { value: 'hidden', fields: new Map(), items: undefined };
}
