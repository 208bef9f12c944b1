/** Reads the request properties of the effective contract. */
import { createEffectiveContract } from '../../src/contract/effective.ts';
import type { OpenApiDocument, Operation, Schema } from '../../src/contract/openapi-document.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';

export interface RequestProperty {
  readonly name: string;
  /** Clause of the interface; null for a property that only our contract has. */
  readonly clause: string | null;
  /** The values of the enum in the contract; null if any value is allowed. */
  readonly values: readonly unknown[] | null;
}

export interface RequestShape {
  /** Clause of the operation, such as `4.1`. */
  readonly clause: string;
  readonly properties: readonly RequestProperty[];
}

/** Returns the request shape of each operation with a body, for a dialect. */
export function listRequestShapes(dialect: Dialect): ReadonlyMap<OperationId, RequestShape> {
  const document = createEffectiveContract(dialect);
  return new Map(
    Object.values(document.paths).flatMap(({ post }) =>
      post === undefined
        ? []
        : [[post.operationId as OperationId, readShape(post, document)] as const],
    ),
  );
}

function readShape(operation: Operation, document: OpenApiDocument): RequestShape {
  const { properties = {} } = getBodySchema(operation, document);
  return {
    clause: operation['x-clause'] ?? '',
    properties: Object.entries(properties).map(([name, propertySchema]) => {
      const schema = resolveReference(propertySchema, document);
      return { name, clause: schema['x-clause'] ?? null, values: schema.enum ?? null };
    }),
  };
}

function getBodySchema({ requestBody }: Operation, document: OpenApiDocument): Schema {
  const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  return resolveReference(content['application/json']?.schema ?? {}, document);
}

/** Resolves a reference; properties next to `$ref` take precedence. */
function resolveReference(
  { $ref, ...properties }: Schema,
  { components }: OpenApiDocument,
): Schema {
  const name = $ref?.slice($ref.lastIndexOf('/') + 1);
  return name === undefined ? properties : { ...components.schemas[name], ...properties };
}
