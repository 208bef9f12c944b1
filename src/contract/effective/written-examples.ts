import type { Example, JsonValue } from '../openapi-document.ts';
import type { Answer, OperationId } from '../words.ts';
import { JSON_MEDIA_TYPE, acceptedResponse, operationOf } from './service-contract.ts';

/** An example of api.yaml by its name. */
type NamedExample<Value> = readonly [
  name: string,
  Omit<Example, 'value'> & { readonly value: Value },
];

/** The request bodies that api.yaml gives as examples. */
export function writtenRequests(operationId: OperationId): readonly NamedExample<JsonValue>[] {
  const body = operationOf(operationId).requestBody;
  const content = body !== undefined && 'content' in body ? body.content : {};
  return Object.entries(content[JSON_MEDIA_TYPE]?.examples ?? {});
}

/** The answers that api.yaml gives as examples; a test holds them against their schemas. */
export function writtenAnswers<Id extends OperationId>(
  operationId: Id,
): readonly NamedExample<Answer<Id>>[] {
  const { content } = acceptedResponse(operationOf(operationId));
  const examples = Object.entries(content?.[JSON_MEDIA_TYPE]?.examples ?? {});
  return examples.map(([name, example]) => [
    name,
    { ...example, value: example.value as unknown as Answer<Id> },
  ]);
}

/** @throws TypeError where api.yaml has none */
export function firstExample<Value>(examples: readonly NamedExample<Value>[]): Value {
  const [first] = examples;
  if (first === undefined) throw new TypeError('the contract has no such example');
  return first[1].value;
}
