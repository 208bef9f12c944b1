import { apiDocument } from '../api-document.gen.ts';
import { listOperations } from '../openapi-document.ts';
import type {
  ContractOperation,
  OpenApiDocument,
  Operation,
  Reference,
  Response,
  Schema,
} from '../openapi-document.ts';
import { responseExamples } from '../response-examples.gen.ts';
import type { OperationId } from '../types.ts';

/** openapi/api.yaml; a test validates it against the schema of OpenAPI 3.1. */
export const serviceContract: OpenApiDocument = apiDocument;

export type Schemas = Readonly<Record<string, Schema>>;

/** @throws TypeError if the contract has no such schema */
export function getSchema(schemas: Schemas, name: string): Schema {
  const schema = schemas[name];
  if (schema === undefined) throw new TypeError(`the contract has no schema ${name}`);
  return schema;
}

const SCHEMAS = '#/components/schemas/';

export function createSchemaReference(name: string): Schema {
  return { $ref: `${SCHEMAS}${name}` };
}

export function getReferenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Returns the names of the schemas that a part of a document refers to, directly or through other schemas. */
export function listReachedSchemas(part: unknown, schemas: Schemas): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting: unknown[] = [part];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(SCHEMAS)) {
        waiting.push(value);
        continue;
      }
      const name = getReferenceName(value);
      if (reached.has(name)) continue;
      reached.add(name);
      waiting.push(schemas[name]);
    }
  }
  return reached;
}

export const JSON_MEDIA_TYPE = 'application/json';

/** Resolves a reference to a response of api.yaml. @throws TypeError for an unknown response */
export function resolveResponse(response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const target = serviceContract.components.responses?.[getReferenceName(response.$ref)];
  if (target === undefined) throw new TypeError(`the contract has no ${response.$ref}`);
  return target;
}

/** Returns the response with status 200 in api.yaml. @throws TypeError if the operation has none */
export function getAcceptedResponse(operation: Operation): Response {
  const accepted = operation.responses['200'];
  if (accepted === undefined) throw new TypeError(`${operation.operationId} has no response 200`);
  return resolveResponse(accepted);
}

export const serviceOperations: ReadonlyMap<OperationId, ContractOperation<OperationId>> = new Map(
  listOperations(serviceContract)
    .filter(isServiceOperation)
    .map((operation) => [operation.operationId, operation]),
);

/** Returns whether the operation has a key in `responseExamples`, whose keys are the `OperationId`s. */
export function isServiceOperation(
  operation: ContractOperation,
): operation is ContractOperation<OperationId> {
  return Object.hasOwn(responseExamples, operation.operationId);
}

/** @throws TypeError if the contract has no such operation */
export function getOperation(operationId: OperationId): ContractOperation<OperationId> {
  const found = serviceOperations.get(operationId);
  if (found === undefined) throw new TypeError(`the contract has no operation ${operationId}`);
  return found;
}
