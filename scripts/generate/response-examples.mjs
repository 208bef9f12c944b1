import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * @typedef {{ operationId: string, responses: Record<string, AnswerNode> }} OperationNode
 * @typedef {{ content?: { 'application/json'?: { examples?: object } } }} AnswerNode
 */

/** The example responses as a constant, which only compiles if they match their schemas. */
export function responseExamples(/** @type {URL} */ file) {
  const { paths } = parse(readFileSync(file, 'utf8'));
  const operations = /** @type {OperationNode[]} */ (
    Object.values(paths).flatMap((/** @type {object} */ item) => Object.values(item))
  );
  const byOperation = operations.map(({ operationId, responses }) => [
    operationId,
    responses['200']?.content?.['application/json']?.examples ?? {},
  ]);
  return `import type { OperationId, Success } from './words.ts';

    type Examples<Id extends OperationId> = Readonly<
      Record<string, { readonly summary?: string; readonly value: Success<Id> }>
    >;

    export const responseExamples: { readonly [Id in OperationId]: Examples<Id> } =
      ${JSON.stringify(Object.fromEntries(byOperation))};`;
}
