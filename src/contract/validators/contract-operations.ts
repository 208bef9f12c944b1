import type { Method, OpenApiDocument } from '../openapi-document.ts';
import { operationsOf } from './document-operations.ts';

/** One operation of a document and where it is found. */
export interface ContractOperation<Id extends string = string> {
  readonly operationId: Id;
  readonly method: Method;
  /** As in the document: `/v1/auth/cryptoWallet:start`, `/users/{ref}`. */
  readonly path: string;
  /** As Express wants it: `/v1/auth/cryptoWallet\:start`, `/users/:ref`. */
  readonly expressPath: string;
}

/** The operations in the order of the document. */
export function contractOperations(document: OpenApiDocument): readonly ContractOperation[] {
  return operationsOf(document).map(({ path, method, operation: { operationId } }) => ({
    operationId,
    method,
    path,
    expressPath: expressPath(path),
  }));
}

/** Characters that mean something to Express (path-to-regexp 8), braces excepted. */
const MEANINGFUL = /[\\:*()[\]+?!]/g;

/** A templated path of OpenAPI as a path of Express, where a colon begins a parameter. */
function expressPath(path: string): string {
  return path.replace(MEANINGFUL, '\\$&').replaceAll(/\{(\w+)\}/g, ':$1');
}
