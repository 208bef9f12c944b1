import { responseExamples } from '../response-examples.gen.ts';
import type { Example, JsonValue } from '../openapi-document.ts';
import type { OperationId, Success } from '../words.ts';
import { JSON_MEDIA_TYPE, operationOf } from './service-contract.ts';

/** An example of api.yaml by its name. */
type NamedExample<Value> = readonly [
  name: string,
  Omit<Example, 'value'> & { readonly value: Value },
];

/** The example request bodies of api.yaml. */
export function writtenRequests(operationId: OperationId): readonly NamedExample<JsonValue>[] {
  const body = operationOf(operationId).requestBody;
  const content = body !== undefined && 'content' in body ? body.content : {};
  return Object.entries(content[JSON_MEDIA_TYPE]?.examples ?? {});
}

/** The example responses of api.yaml. */
export function writtenResponses<Id extends OperationId>(
  operationId: Id,
): readonly NamedExample<Success<Id>>[] {
  return Object.entries(responseExamples[operationId]);
}

/** @throws TypeError where api.yaml has none */
export function firstExample<Value>(examples: readonly NamedExample<Value>[]): Value {
  const [first] = examples;
  if (first === undefined) throw new TypeError('the contract has no such example');
  return first[1].value;
}
