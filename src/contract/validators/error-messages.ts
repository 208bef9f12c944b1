/** Describes ajv errors. A message says what is expected, and never shows the value. */
import type { ErrorObject } from 'ajv';
import { pluralize } from '../../pluralize.ts';

export type AjvError = Pick<
  ErrorObject,
  'instancePath' | 'schemaPath' | 'keyword' | 'params' | 'schema' | 'parentSchema'
>;

/** Returns what a JSON Schema keyword expects: `must be at least 3`. */
export function describeExpectation(error: AjvError): string {
  const messages = KEYWORDS[error.keyword];
  return messages === undefined ? 'does not match the contract' : messages(error);
}

const KEYWORDS: Readonly<Record<string, (error: AjvError) => string>> = {
  type: ({ params }) =>
    `must be ${joinList([params['type']].flat().map(String).map(describeType), 'or')}`,
  enum: ({ params }) => `must be ${describeChoices(params['allowedValues'])}`,
  const: ({ params }) => `must be ${describeValue(params['allowedValue'])}`,
  format: ({ params }) => FORMATS[String(params['format'])] ?? `must be a ${params['format']}`,
  pattern: ({ params, parentSchema }) =>
    findMessage(parentSchema) ?? `must match ${String(params['pattern'])}`,
  minLength: ({ params }) =>
    params['limit'] === 1
      ? 'must not be empty'
      : `must have at least ${pluralize(Number(params['limit']), 'character')}`,
  maxLength: ({ params }) => `must have at most ${pluralize(Number(params['limit']), 'character')}`,
  minimum: ({ params }) => `must be at least ${params['limit']}`,
  maximum: ({ params }) => `must be at most ${params['limit']}`,
  exclusiveMinimum: ({ params }) => `must be more than ${params['limit']}`,
  minItems: ({ params }) => `must have at least ${pluralize(Number(params['limit']), 'item')}`,
  maxItems: ({ params }) => `must have at most ${pluralize(Number(params['limit']), 'item')}`,
  minProperties: ({ params }) =>
    `must have at least ${pluralize(Number(params['limit']), 'field')}`,
  maxProperties: ({ params }) =>
    params['limit'] === 0
      ? 'must be an empty object'
      : `must have at most ${pluralize(Number(params['limit']), 'field')}`,
  uniqueItems: () => 'must not contain duplicates',
  required: () => 'is required',
  dependentRequired: ({ params }) => `is required if ${params['property']} is present`,
  additionalProperties: () => 'is an unknown field',
  propertyNames: () => 'contains a field whose name is not allowed',
  not: () => 'is not allowed',
  'false schema': () => 'is not allowed',
  oneOf: () => 'must match exactly one of the alternatives in the contract',
  anyOf: () => 'must match one of the alternatives in the contract',
};

const FORMATS: Readonly<Record<string, string>> = {
  'eip55-address': 'must have a valid EIP-55 checksum',
  'phone-number': 'must be a possible phone number',
  email: 'must be an email address',
  uuid: 'must be a UUID',
  'date-time': 'must be a date and time with time zone (RFC 3339)',
  date: 'must be a date, as YYYY-MM-DD',
  duration: 'must be an ISO 8601 duration, such as PT5M',
  uri: 'must be a URI',
};

/** Returns a list for a sentence: `A`, `A or B`, `A, B or C`. */
export function joinList(texts: readonly string[], conjunction: 'and' | 'or'): string {
  const last = texts.at(-1) ?? 'nothing';
  const others = texts.slice(0, -1);
  return others.length === 0 ? last : `${others.join(', ')} ${conjunction} ${last}`;
}

function findMessage(schema: AjvError['parentSchema']): string | undefined {
  const message: unknown = schema?.['x-message'];
  return typeof message === 'string' ? message : undefined;
}

function describeChoices(values: unknown): string {
  const texts = Array.isArray(values) ? values.map(describeValue) : [];
  return texts.length === 1 ? String(texts[0]) : `one of ${texts.join(', ')}`;
}

function describeValue(value: unknown): string {
  if (value === '') return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeType(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
