import type { Method, OpenApiDocument, Operation } from '../openapi-document.ts';

/** The methods that our documents use. */
export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const satisfies Method[];

/** An operation with its path and method. */
export interface DocumentOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}

/** Every operation of a document, in its order. */
export function operationsOf({ paths }: OpenApiDocument): readonly DocumentOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}
