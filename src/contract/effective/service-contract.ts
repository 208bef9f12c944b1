import { apiDocument } from '../api-document.gen.ts';
import type {
  OpenApiDocument,
  Operation,
  Reference,
  Response,
  Schema,
} from '../openapi-document.ts';
import type { OperationId } from '../words.ts';

/** openapi/api.yaml; a test validates it against the schema of OpenAPI 3.1. */
export const serviceContract: OpenApiDocument = apiDocument;

export type Schemas = Readonly<Record<string, Schema>>;

/** @throws TypeError where the contract has no such schema */
export function schemaNamed(schemas: Schemas, name: string): Schema {
  const schema = schemas[name];
  if (schema === undefined) throw new TypeError(`the contract has no schema ${name}`);
  return schema;
}

export function schemaReference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The name of the component that a reference is to. */
export function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The media type of every body of the service (§4). */
export const JSON_MEDIA_TYPE = 'application/json';

/** Operations that take a body. */
export function takesBody(operation: Operation): boolean {
  return operation.requestBody !== undefined;
}

/**
 * Returns a response with its reference to the components of api.yaml resolved.
 *
 * @throws TypeError if there is none
 */
export function responseOf(response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const named = serviceContract.components.responses?.[nameOfReference(response.$ref)];
  if (named === undefined) throw new TypeError(`the contract has no ${response.$ref}`);
  return named;
}

/** The response that accepts, as api.yaml has it. */
export function acceptedResponse(operation: Operation): Response {
  const accepted = operation.responses['200'];
  if (accepted === undefined) throw new TypeError(`${operation.operationId} accepts nothing`);
  return responseOf(accepted);
}

interface PlacedOperation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: Operation;
}

/** All operations of the service with path and method. */
export const serviceOperations: ReadonlyMap<OperationId, PlacedOperation> = new Map(
  Object.entries(serviceContract.paths).flatMap(([path, { get, post }]) => [
    ...placed(path, 'get', get),
    ...placed(path, 'post', post),
  ]),
);

function placed(
  path: string,
  method: 'get' | 'post',
  operation: Operation | undefined,
): [OperationId, PlacedOperation][] {
  if (operation === undefined) return [];
  // The type is generated from the names in the same document.
  const operationId = operation.operationId as OperationId;
  return [[operationId, { path, method, operation }]];
}

/** @throws TypeError where the contract has no such operation */
export function operationOf(operationId: OperationId): Operation {
  const found = serviceOperations.get(operationId);
  if (found === undefined) throw new TypeError(`the contract has no operation ${operationId}`);
  return found.operation;
}
