/** What the effective contract says of the properties of a request. */
import { effectiveContract } from '../../src/contract/effective.ts';
import type { OpenApiDocument, Operation, Schema } from '../../src/contract/openapi-document.ts';
import type { OperationId } from '../../src/contract/words.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';

export interface RequestProperty {
  readonly name: string;
  /** Clause of the interface that has it; null for what is only ours. */
  readonly clause: string | null;
  /** The list of values, where the contract closes it. */
  readonly values: readonly unknown[] | null;
}

export interface RequestShape {
  /** Of the operation: `4.1`. */
  readonly clause: string;
  readonly properties: readonly RequestProperty[];
}

/** The shape of the request of each operation that takes a body, in the words of a dialect. */
export function requestShapes(dialect: Dialect): ReadonlyMap<OperationId, RequestShape> {
  const document = effectiveContract(dialect);
  return new Map(
    Object.values(document.paths).flatMap(({ post }) =>
      post === undefined
        ? []
        : [[post.operationId as OperationId, shapeOf(post, document)] as const],
    ),
  );
}

function shapeOf(operation: Operation, document: OpenApiDocument): RequestShape {
  const { properties = {} } = bodySchema(operation, document);
  return {
    clause: operation['x-clause'] ?? '',
    properties: Object.entries(properties).map(([name, written]) => {
      const schema = resolved(written, document);
      return { name, clause: schema['x-clause'] ?? null, values: schema.enum ?? null };
    }),
  };
}

function bodySchema({ requestBody }: Operation, document: OpenApiDocument): Schema {
  const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  return resolved(content['application/json']?.schema ?? {}, document);
}

/** With what a reference is to; what stands beside the reference comes first. */
function resolved({ $ref, ...own }: Schema, { components }: OpenApiDocument): Schema {
  const name = $ref?.slice($ref.lastIndexOf('/') + 1);
  return name === undefined ? own : { ...components.schemas[name], ...own };
}
