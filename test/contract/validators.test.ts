import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, vi } from 'vitest';
import type { OpenApiDocument, Operation } from '../../src/contract/openapi-document.ts';
import {
  ContractBreach,
  compileDocument,
  getCompiledContract,
  hashDialect,
  type IncomingRequest,
} from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { Refusal } from '../../src/domain/errors.ts';
import { createDialect } from './dialect-variations.ts';

const contract = getCompiledContract(defaultDialect);
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const wallet = { walletAddress: address, walletNetwork: 'ETHEREUM' };
const challenge = `Sign this challenge to sign in: ${'a'.repeat(43)}`;

function createRequest(body?: unknown, parts: Partial<IncomingRequest> = {}): IncomingRequest {
  return { headers: { 'content-type': 'application/json' }, query: {}, body, ...parts };
}

/** Returns the messages of a rejected request by pointer. */
function readDetails(validate: () => unknown): Readonly<Record<string, string>> {
  try {
    validate();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.cause).toBe('invalidRequest');
    return Object.fromEntries(error.details.map(({ pointer, message }) => [pointer, message]));
  }
  throw new Error('the request was accepted');
}

/** Returns a document with one operation. */
function createDocument(
  operation: Partial<Operation>,
  schemas: OpenApiDocument['components']['schemas'] = {},
  path = '/things',
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { [path]: { post: { operationId: 'createThing', responses: {}, ...operation } } },
    components: { schemas },
  };
}

function createJsonBody(schema: object): Partial<Operation> {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

describe('getCompiledContract', () => {
  it('returns the same contract for equal dialects', () => {
    expect(getCompiledContract(structuredClone(defaultDialect))).toBe(contract);
    expect(getCompiledContract(createDialect({ 'wallet.both': 'accept' }))).not.toBe(contract);
  });

  it('identifies a contract by the hash of the dialect, in any key order', () => {
    const { wallet: first, ...others } = defaultDialect;
    expect(hashDialect({ ...others, wallet: first })).toBe(hashDialect(defaultDialect));
    expect(hashDialect(defaultDialect)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashDialect(createDialect({ 'otp.sms.ttl': 'PT1M' }))).not.toBe(
      hashDialect(defaultDialect),
    );
  });

  it('does not modify its document', () => {
    const uncachedContract = getCompiledContract(createDialect({ 'limits.bodyBytes': 2048 }));
    const before = JSON.stringify(uncachedContract.document);
    uncachedContract.validateRequest('startWalletAuth', createRequest(wallet));
    uncachedContract.validateResponse('startWalletAuth', 200, { challenge });
    expect(JSON.stringify(uncachedContract.document)).toBe(before);
  });
});

describe('validateResponse', () => {
  const findViolation = (
    operationId: 'startWalletAuth' | 'getUser',
    status: number,
    body: unknown,
  ) => {
    try {
      contract.validateResponse(operationId, status, body);
    } catch (error) {
      if (error instanceof ContractBreach) return error;
      throw error;
    }
    throw new Error('the response was accepted');
  };

  it('reports operation, status and position of a violation', () => {
    expect(findViolation('startWalletAuth', 200, { challenge, more: 1 })).toMatchObject({
      name: 'ContractBreach',
      operationId: 'startWalletAuth',
      status: 200,
      pointer: '/body/more',
      message:
        'the 200 response of startWalletAuth is invalid: /body/more is an unknown field; allowed: challenge',
    });
    expect(findViolation('startWalletAuth', 200, {}).pointer).toBe('/body/challenge');
  });

  it('rejects a status that the contract does not declare', () => {
    expect(findViolation('startWalletAuth', 204, undefined).pointer).toBe('/status');
    expect(findViolation('getUser', 500, {}).pointer).toBe('/status');
  });
});

describe('compileDocument', () => {
  const thingDocument = createDocument(
    {
      parameters: [
        { $ref: '#/components/parameters/Limit' },
        { name: 'to', in: 'query', schema: { $ref: '#/components/schemas/Text' } },
        { name: 'frozen', in: 'query', schema: { type: 'boolean' } },
        { name: 'ref', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      ],
    },
    { Text: { type: 'string', minLength: 1 } },
    '/things/{ref}',
  );
  const things = compileDocument({
    ...thingDocument,
    components: {
      ...thingDocument.components,
      parameters: {
        Limit: { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } },
      },
    },
  });

  it('converts path and query parameters to the types of the document, without modifying the input', () => {
    const query = { limit: '5', to: '7', frozen: 'true' };
    const params = { ref: '12' };
    expect(things.validateRequest('createThing', { headers: {}, query, params })).toEqual({
      params: { ref: 12 },
      query: { limit: 5, to: '7', frozen: true },
      body: undefined,
    });
    expect(query).toEqual({ limit: '5', to: '7', frozen: 'true' });
    expect(params).toEqual({ ref: '12' });
  });

  it('uses /path in the pointers of path parameters', () => {
    const request = { headers: {}, query: { limit: '10', too: 'x' }, params: { ref: 'rita' } };
    expect(readDetails(() => things.validateRequest('createThing', request))).toEqual({
      '/query/too': 'is not a query parameter of this operation; did you mean to?',
      '/query/limit': 'must be at most 9',
      '/path/ref': 'must be an integer',
    });
  });

  it('rejects a dangling or circular reference', () => {
    const referTo = (name: string) => createJsonBody({ $ref: `#/components/schemas/${name}` });
    expect(() => compileDocument(createDocument(referTo('Nothing')))).toThrow('has no target');
    const tree = { type: 'array', items: { $ref: '#/components/schemas/Tree' } } as const;
    expect(() => compileDocument(createDocument(referTo('Tree'), { Tree: tree }))).toThrow(
      'refers to itself',
    );
  });

  it('accepts a missing optional body, and validates it if present', () => {
    const contractWithOptionalBody = compileDocument(
      createDocument({
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', required: ['name'] } } },
        },
      }),
    );
    const validate = (body?: unknown) =>
      contractWithOptionalBody.validateRequest('createThing', createRequest(body));
    expect(validate()).toMatchObject({ body: undefined });
    expect(readDetails(() => validate({}))).toEqual({ '/body/name': 'is required' });
  });

  it('validates a body by its media type if the document has several media types', () => {
    const twoMediaTypes = compileDocument(
      createDocument({
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object' } },
            'application/yaml': { schema: { type: 'string' } },
          },
        },
      }),
    );
    const validateAs = (mediaType: string, body: unknown) => () =>
      twoMediaTypes.validateRequest(
        'createThing',
        createRequest(body, { headers: { 'content-type': mediaType } }),
      );
    const yaml = validateAs('application/yaml; charset=utf-8', 'name: x');
    expect(yaml()).toMatchObject({ body: 'name: x' });
    const problems = readDetails(validateAs('application/yaml', {}));
    expect(problems).toEqual({ '/body': 'must be a string' });
    expect(readDetails(validateAs('APPLICATION/JSON', 'name: x'))).toEqual({
      '/body': 'must be an object',
    });
  });
});

describe('request validation', () => {
  it('selects the schema of a body by a discriminator, and rejects a missing body', () => {
    const schemas = {
      A: { type: 'object', required: ['kind'], properties: { kind: { const: 'A' } } },
      B: { type: 'object', required: ['kind'], properties: { kind: { const: 'B' } } },
    } as const;
    const contractWithDiscriminator = compileDocument(
      createDocument(
        createJsonBody({
          oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
          discriminator: { propertyName: 'kind' },
        }),
        schemas,
      ),
    );
    const validate = (body?: unknown) => () =>
      contractWithDiscriminator.validateRequest('createThing', createRequest(body));
    expect(readDetails(validate())).toEqual({ '/body': 'is required' });
    expect(validate({ kind: 'B' })()).toMatchObject({ body: { kind: 'B' } });
    expect(Object.keys(readDetails(validate({ kind: 'C' })))).toHaveLength(1);
  });

  it('compiles a schema once, for any Content-Type', () => {
    const uncachedContract = getCompiledContract(createDialect({ 'limits.bodyBytes': 4096 }));
    const validators = collectCompiledValidators(() => {
      for (let index = 0; index < 50; index++) {
        const headers = { 'content-type': `application/json; x=${index}` };
        uncachedContract.validateRequest('startWalletAuth', createRequest(wallet, { headers }));
      }
    });
    expect(validators.size).toBe(1);
  });

  it('accepts a frozen document', () => {
    const document = deepFreeze(createDocument(createJsonBody({ type: 'object' })));
    const { validateRequest } = compileDocument(document);
    expect(validateRequest('createThing', createRequest({}))).toMatchObject({ body: {} });
  });

  it('does not convert values in a body, and adds no defaults', () => {
    const typedContract = compileDocument(
      createDocument(
        createJsonBody({
          type: 'object',
          properties: { count: { type: 'integer' }, on: { type: 'boolean', default: true } },
        }),
      ),
    );
    const validate = (body: unknown) => () =>
      typedContract.validateRequest('createThing', createRequest(body));
    expect(readDetails(validate({ count: '5' }))).toEqual({ '/body/count': 'must be an integer' });
    const body = {};
    validate(body)();
    expect(body).toEqual({});
  });

  it('removes the errors of an invalid body from the validators, because they contain its values', () => {
    const uncachedContract = getCompiledContract(createDialect({ 'limits.bodyBytes': 4097 }));
    const request = createRequest({ walletAddress: 'the secret of a stranger' });
    const validators = collectCompiledValidators(() =>
      expect(() => uncachedContract.validateRequest('startWalletAuth', request)).toThrow(Refusal),
    );
    // The first validator finds an error, the second validator finds all errors.
    expect(validators.size).toBe(2);
    for (const validate of validators) expect(validate).toHaveProperty('errors', null);
  });
});

/** Runs `work`. Returns the validators that ajv compiles meanwhile. */
function collectCompiledValidators(work: () => void): ReadonlySet<unknown> {
  const compile = vi.spyOn(Ajv2020.prototype, 'compile');
  try {
    work();
    return new Set(compile.mock.results.map(({ value }) => value));
  } finally {
    compile.mockRestore();
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
