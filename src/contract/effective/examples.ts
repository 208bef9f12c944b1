/**
 * The examples of api.yaml in the form of a dialect. They pass through the same translation as traffic, so
 * they cannot differ from it.
 */
import type { Dialect } from '../../dialect/dialect.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import type { Example } from '../openapi-document.ts';
import { readRequest, writeResponse, writeRequest } from '../wire.ts';
import type { OperationId } from '../words.ts';
import { exampleResponse, exampleRequest } from './example-facts.ts';
import { jsonOf } from './json-value.ts';
import { writtenResponses, writtenRequests } from './written-examples.ts';

type Examples = Readonly<Record<string, Example>>;

/** The examples of the request body of an operation. */
export function requestExamples(operationId: OperationId, dialect: Dialect): Examples {
  return rewritten(writtenRequests(operationId), (body) => {
    const request = readRequest(operationId, { body }, defaultDialect);
    return writeRequest(operationId, exampleRequest(operationId, request, dialect), dialect).body;
  });
}

/** Returns the examples of the response to an accepted request. */
export function responseExamples(operationId: OperationId, dialect: Dialect): Examples {
  return rewritten(writtenResponses(operationId), (response) =>
    writeResponse(operationId, exampleResponse(operationId, response, dialect), dialect),
  );
}

/** Removes duplicate examples, such as those of two wallet variants if only one is accepted. */
function rewritten<Value>(
  examples: readonly (readonly [string, Example & { readonly value: Value }])[],
  rewrite: (value: Value) => unknown,
): Examples {
  const byValue = new Map<string, readonly [string, Example]>();
  for (const [name, example] of examples) {
    const value = jsonOf(rewrite(example.value));
    const text = JSON.stringify(value);
    if (!byValue.has(text)) byValue.set(text, [name, { ...example, value }]);
  }
  return Object.fromEntries(byValue.values());
}
