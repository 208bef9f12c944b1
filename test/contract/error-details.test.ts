import { describe, expect, it } from 'vitest';
import { controlDocument } from '../../src/contract/control-document.gen.ts';
import type { Schema } from '../../src/contract/openapi-document.ts';
import { compileDocument } from '../../src/contract/validators.ts';
import { Refusal } from '../../src/domain/errors.ts';

/** Returns the error details for a body that a schema rejects. Their pointers omit `/body`. */
function listMessages(schema: Schema, body: unknown): readonly string[] {
  const { validateRequest } = compileDocument({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: {},
        },
      },
    },
    components: { schemas: {} },
  });
  try {
    validateRequest('createThing', { headers: {}, query: {}, body });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.details.map(({ pointer, message }) => `${pointer.slice(5)} ${message}`.trim());
  }
  return [];
}

const text = { type: 'string' } as const;

describe('the message for each schema keyword', () => {
  it.each<[Schema, unknown, string]>([
    [text, 1, 'must be a string'],
    [{ type: 'integer' }, 'x', 'must be an integer'],
    [{ type: ['string', 'null'] }, 1, 'must be a string or null'],
    [{ enum: ['A', 'B'] }, 'C', 'must be one of A, B'],
    [{ enum: ['A'] }, 'C', 'must be A'],
    [{ const: '' }, 'C', 'must be empty'],
    [{ const: 7 }, 'C', 'must be 7'],
    [{ pattern: '^a$' }, 'b', 'must match ^a$'],
    [{ pattern: '^a$', 'x-message': 'must be the letter a' }, 'b', 'must be the letter a'],
    [{ format: 'email' }, 'b', 'must be an email address'],
    [{ format: 'uuid' }, 'b', 'must be a UUID'],
    [{ format: 'phone-number' }, 'b', 'must be a possible phone number'],
    [{ format: 'date-time' }, 'b', 'must be a date and time with time zone (RFC 3339)'],
    [{ format: 'duration' }, 'b', 'must be an ISO 8601 duration, such as PT5M'],
    [{ minLength: 1 }, '', 'must not be empty'],
    [{ minLength: 2 }, '', 'must have at least 2 characters'],
    [{ maxLength: 1 }, 'ab', 'must have at most 1 character'],
    [{ minimum: 1 }, 0, 'must be at least 1'],
    [{ maximum: 1 }, 2, 'must be at most 1'],
    [{ minItems: 1 }, [], 'must have at least 1 item'],
    [{ maxItems: 2 }, [1, 2, 3], 'must have at most 2 items'],
    [{ maxProperties: 0 }, { a: 1 }, 'must be an empty object'],
    [{ required: ['a/b'] }, {}, '/a~1b is required'],
    [
      { properties: { amount: text }, additionalProperties: false },
      { z: 1 },
      '/z is an unknown field; allowed: amount',
    ],
    [{ not: { type: 'string' } }, 'a', 'is not allowed'],
    [{ not: { required: ['b'] } }, { b: 1 }, '/b is an unknown field'],
    [{ items: text }, ['a', 1], '/1 must be a string'],
  ])('describes the violation of %j', (schema, body, expected) => {
    expect(listMessages(schema, body)).toEqual([expected]);
  });

  it('omits the format of a string that does not match the pattern', () => {
    expect(listMessages({ pattern: '^[+]', format: 'phone-number' }, 'b')).toEqual([
      'must match ^[+]',
    ]);
  });
});

describe('messages for unions', () => {
  const requireOneOf = (...names: readonly string[]) => names.map((name) => ({ required: [name] }));

  it('name the required fields', () => {
    expect(listMessages({ oneOf: requireOneOf('a', 'b') }, {})).toEqual([
      'exactly one of a and b is required',
    ]);
    expect(listMessages({ oneOf: requireOneOf('a', 'b', 'c') }, { a: 1, b: 1 })).toEqual([
      'exactly one of a, b and c is required',
    ]);
    expect(listMessages({ anyOf: requireOneOf('a', 'b') }, {})).toEqual([
      'at least one of a and b is required',
    ]);
  });

  it('name the types', () => {
    expect(listMessages({ oneOf: [text, { type: 'object' }] }, 1)).toEqual([
      'must be a string or an object',
    ]);
  });

  it('describe the violation of the branch with the matching type', () => {
    const countSchema: Schema = { required: ['count'], properties: { count: { type: 'integer' } } };
    expect(
      listMessages({ oneOf: [text, { type: 'object', ...countSchema }] }, { count: 'x' }),
    ).toEqual(['/count must be an integer']);
  });

  it('require one of the alternatives if several have the matching type', () => {
    const forms: Schema = {
      anyOf: [
        { type: 'object', required: ['a', 'b'] },
        { type: 'object', required: ['c', 'd'] },
      ],
    };
    expect(listMessages(forms, {})).toEqual(['must match one of the alternatives in the contract']);
  });

  it('distinguish list items whose indexes begin with the same digit', () => {
    const item: Schema = { oneOf: [text, { type: 'integer', minimum: 1 }] };
    const list = ['a', true, 2, ...Array<string>(7).fill('a'), 0];
    expect(listMessages({ type: 'array', items: item }, list)).toEqual([
      '/1 must be a string or an integer',
      '/10 must be at least 1',
    ]);
  });
});

describe('the control API', () => {
  it('uses the same messages', () => {
    const { validateRequest } = compileDocument(controlDocument);
    const request = { headers: {}, query: {}, body: { name: 'a', document: {} } };
    expect(() => validateRequest('loadScenario', request)).toThrow(
      expect.objectContaining({
        details: [
          {
            pointer: '/body',
            message: 'exactly one of name and document is required',
            kind: 'value',
          },
        ],
      }),
    );
  });
});
