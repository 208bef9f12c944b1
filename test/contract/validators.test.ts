import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, vi } from 'vitest';
import type { OpenApiDocument, Operation } from '../../src/contract/openapi-document.ts';
import {
  ContractBreach,
  compileDocument,
  getCompiledContract,
  hashDialect,
} from '../../src/contract/validators.ts';
import type { IncomingRequest } from '../../src/contract/validators.ts';
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
  throw new Error('was not refused');
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
  it('is compiled once for equal dialects', () => {
    expect(getCompiledContract(structuredClone(defaultDialect))).toBe(contract);
    expect(getCompiledContract(createDialect({ 'wallet.both': 'accept' }))).not.toBe(contract);
  });

  it('is identified by the hash of the dialect, in any key order', () => {
    const { wallet: first, ...others } = defaultDialect;
    expect(hashDialect({ ...others, wallet: first })).toBe(hashDialect(defaultDialect));
    expect(contract.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashDialect(createDialect({ 'otp.sms.ttl': 'PT1M' }))).not.toBe(contract.hash);
  });

  it('lists its operations', () => {
    expect(contract.operations).toHaveLength(8);
    expect(contract.operations).toContainEqual(
      expect.objectContaining({
        operationId: 'startWalletAuth',
        method: 'post',
        path: '/v1/auth/cryptoWallet:start',
      }),
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

describe('validateRequest', () => {
  const validate = (body?: unknown, parts?: Partial<IncomingRequest>) =>
    contract.validateRequest('startWalletAuth', createRequest(body, parts));

  it('accepts valid input', () => {
    expect(validate(wallet)).toHaveProperty('body');
    expect(validate({ walletAddress: address.toLowerCase(), walletType: 'EVM' })).toHaveProperty(
      'body',
    );
  });

  it('reports the pointer and the expectation for each error', () => {
    expect(
      readDetails(() =>
        validate({ walletAddress: '0x', wallet_network: 'ETHEREUM', walletType: 1 }),
      ),
    ).toEqual({
      '/body/walletAddress': 'must be 0x and 40 hexadecimal digits',
      '/body/wallet_network': 'is an unknown field; did you mean walletNetwork?',
      '/body/walletType': 'must be EVM',
    });
  });

  it('requires exactly one of the variants, without extra oneOf errors', () => {
    const expected = { '/body': 'exactly one of walletNetwork and walletType is required' };
    expect(readDetails(() => validate({ walletAddress: address }))).toEqual(expected);
    expect(readDetails(() => validate({ ...wallet, walletType: 'EVM' }))).toEqual(expected);
  });

  it('never includes the received value', () => {
    const secret = 'hunter2hunter2';
    const body = { walletAddress: secret, walletNetwork: secret, extra: secret };
    expect(JSON.stringify(readDetails(() => validate(body)))).not.toContain(secret);
  });

  it('rejects a wrong checksum unless the dialect ignores it', () => {
    const wrong = { ...wallet, walletAddress: address.replace('f39F', 'F39F') };
    expect(readDetails(() => validate(wrong))).toEqual({
      '/body/walletAddress': 'must have a valid EIP-55 checksum',
    });
    const tolerant = getCompiledContract(createDialect({ 'wallet.checksum': 'ignore' }));
    expect(tolerant.validateRequest('startWalletAuth', createRequest(wrong))).toHaveProperty(
      'body',
    );
  });

  it.each([[null], ['text'], [7], [[]], [true]])(
    'rejects a body that is not an object: %j',
    (body) => {
      expect(readDetails(() => validate(body))).toEqual({ '/body': 'must be an object' });
    },
  );

  it('rejects unknown query parameters unless the dialect ignores them', () => {
    expect(readDetails(() => validate(wallet, { query: { debug: '1' } }))).toEqual({
      '/query/debug': 'is not a query parameter of this operation',
    });
    const tolerant = getCompiledContract(createDialect({ 'requests.unknownFields': 'ignore' }));
    const request = createRequest({ ...wallet, more: 1 }, { query: { debug: '1' } });
    expect(tolerant.validateRequest('startWalletAuth', request)).toHaveProperty('body');
  });

  it('rejects both wallet fields even if unknown fields are ignored', () => {
    const tolerant = getCompiledContract(
      createDialect({ 'requests.unknownFields': 'ignore', 'wallet.variant': 'network' }),
    );
    const both = createRequest({ ...wallet, walletType: 'EVM' });
    expect(readDetails(() => tolerant.validateRequest('startWalletAuth', both))).toEqual({
      '/body/walletType': 'is an unknown field',
    });
  });

  it('requires the parameter that identifies the user', () => {
    const byQuery = getCompiledContract(
      createDialect({ 'user.identifiedBy': { query: 'userId' } }),
    );
    expect(readDetails(() => byQuery.validateRequest('getUser', createRequest()))).toEqual({
      '/query/userId': 'is required',
    });
    const byHeader = getCompiledContract(
      createDialect({ 'user.identifiedBy': { header: 'X-User' } }),
    );
    expect(readDetails(() => byHeader.validateRequest('getUser', createRequest()))).toEqual({
      '/headers/x-user': 'is required',
    });
    const headers = { 'x-user': '8f14e45f' };
    expect(
      byHeader.validateRequest('getUser', createRequest(undefined, { headers })),
    ).toHaveProperty('body');
  });

  it('returns at most 20 details', () => {
    const body = { ...wallet, ...createFields(100) };
    expect(Object.keys(readDetails(() => validate(body)))).toHaveLength(20);
  });

  it('describes a huge body by its first error', () => {
    const body = { ...wallet, ...createFields(200_000) };
    expect(Object.keys(readDetails(() => validate(body)))).toHaveLength(1);
  });

  it('describes a long body by its first error without traversing it', () => {
    const long = { ...wallet, ...createFields(500) };
    const details = readDetails(() =>
      validate(long, { headers: { ...createRequest().headers, 'content-length': '20000' } }),
    );
    expect(Object.keys(details)).toHaveLength(1);
  });

  it('truncates long names', () => {
    const [pointer] = Object.keys(
      readDetails(() => validate({ ...wallet, ['x'.repeat(9999)]: 1 })),
    );
    expect(pointer?.length).toBeLessThan(100);
  });

  it('throws TypeError for an unknown operation', () => {
    expect(() =>
      compileDocument(createDocument({})).validateRequest('other', createRequest()),
    ).toThrow(TypeError);
  });
});

describe('each dialect rejects the traffic of another', () => {
  it.each([
    [{ 'wallet.variant': 'type' }, 'startWalletAuth', wallet],
    [{ 'otp.sms.codeField': 'code' }, 'authenticateSmsOtp', { phoneId: 'a', otp: '1' }],
    [{ 'otp.email.identifiedBy': 'both' }, 'authenticateEmailOtp', { emailId: 'a', otp: '1' }],
  ] as const)('rejects, with %j, the request %s', (changes, operationId, body) => {
    const other = getCompiledContract(createDialect(changes));
    expect(contract.validateRequest(operationId, createRequest(body))).toHaveProperty('body');
    expect(() => other.validateRequest(operationId, createRequest(body))).toThrow(Refusal);
  });

  it.each([
    [{ 'success.status': 201 }, 'startWalletAuth', 200, { challenge }],
    [{ 'wallet.challenge.phrase': 'Hello ' }, 'startWalletAuth', 200, { challenge }],
    [
      { 'errors.body': 'nested' },
      'startWalletAuth',
      401,
      { code: 'clientCredentials', message: '', details: [] },
    ],
    [
      { 'errors.status.clientCredentials': 403 },
      'startWalletAuth',
      401,
      { code: 'clientCredentials', message: '', details: [] },
    ],
    [
      { 'wallet.addOwned': 'accept' },
      'addWalletToUser',
      409,
      { code: 'identityTaken', message: '', details: [] },
    ],
  ] as const)(
    'rejects, with %j, the response to %s with %d',
    (changes, operationId, status, body) => {
      const other = getCompiledContract(createDialect(changes));
      expect(contract.validateResponse(operationId, status, body)).toBeUndefined();
      expect(() => other.validateResponse(operationId, status, body)).toThrow(ContractBreach);
    },
  );
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
    throw new Error('was accepted');
  };

  it('accepts valid input', () => {
    expect(contract.validateResponse('startWalletAuth', 200, { challenge })).toBeUndefined();
    expect(contract.validateResponse('addWalletToUser', 200, {})).toBeUndefined();
  });

  it('reports operation, status and position of a violation', () => {
    expect(findViolation('startWalletAuth', 200, { challenge, more: 1 })).toMatchObject({
      name: 'ContractBreach',
      operationId: 'startWalletAuth',
      status: 200,
      pointer: '/body/more',
      message: 'the 200 response of startWalletAuth is invalid: /body/more is an unknown field',
    });
    expect(findViolation('startWalletAuth', 200, {}).pointer).toBe('/body/challenge');
  });

  it('rejects an undefined status', () => {
    expect(findViolation('startWalletAuth', 204, undefined).pointer).toBe('/status');
    expect(findViolation('getUser', 500, {}).pointer).toBe('/status');
  });

  it('reports a missing body, and an unexpected one', () => {
    expect(findViolation('startWalletAuth', 200, undefined)).toMatchObject({ pointer: '/body' });
    const bodiless = getCompiledContract(createDialect({ 'errors.body': 'empty' }));
    expect(bodiless.validateResponse('startWalletAuth', 401, null)).toBeUndefined();
    expect(() => bodiless.validateResponse('startWalletAuth', 401, { code: 'x' })).toThrow(
      ContractBreach,
    );
  });

  it('accepts only the causes of a status', () => {
    const createErrorBody = (code: string) => ({ code, message: '', details: [] });
    expect(
      contract.validateResponse('startWalletAuth', 401, createErrorBody('clientCredentials')),
    ).toBeUndefined();
    expect(findViolation('startWalletAuth', 401, createErrorBody('otpWrong')).pointer).toBe(
      '/body/code',
    );
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

  it('accepts characters in a query that need no encoding (RFC 3986)', () => {
    const query = { to: 'rita@example.test:+1' };
    const params = { ref: '1' };
    expect(things.validateRequest('createThing', { headers: {}, query, params }).query).toEqual(
      query,
    );
  });

  it('rejects a repeated parameter', () => {
    const request = { headers: {}, query: { to: ['a', 'b'] }, params: { ref: '1' } };
    expect(readDetails(() => things.validateRequest('createThing', request))).toEqual({
      '/query/to': 'must be a string',
    });
  });

  it('rejects a dangling or circular reference', () => {
    const referTo = (name: string) => createJsonBody({ $ref: `#/components/schemas/${name}` });
    expect(() => compileDocument(createDocument(referTo('Nothing')))).toThrow('leads nowhere');
    const tree = { type: 'array', items: { $ref: '#/components/schemas/Tree' } } as const;
    expect(() => compileDocument(createDocument(referTo('Tree'), { Tree: tree }))).toThrow(
      'refers to itself',
    );
  });

  it('accepts a missing optional body, and validates it if present', () => {
    const optional = compileDocument(
      createDocument({
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', required: ['name'] } } },
        },
      }),
    );
    expect(optional.validateRequest('createThing', createRequest(undefined))).toMatchObject({
      body: undefined,
    });
    expect(readDetails(() => optional.validateRequest('createThing', createRequest({})))).toEqual({
      '/body/name': 'is required',
    });
  });

  it('validates a body by its media type if the document has several', () => {
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
  it('rejects an absent body if only oneOf requires fields', () => {
    const variants = compileDocument(
      createDocument(
        createJsonBody({ type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      ),
    );
    const absent = { '/body': 'is required' };
    expect(readDetails(() => variants.validateRequest('createThing', createRequest()))).toEqual(
      absent,
    );
    expect(readDetails(() => contract.validateRequest('sendSmsOtp', createRequest()))).toEqual(
      absent,
    );
  });

  it('rejects an absent body with a discriminator', () => {
    const schemas = {
      A: { type: 'object', required: ['kind'], properties: { kind: { const: 'A' } } },
      B: { type: 'object', required: ['kind'], properties: { kind: { const: 'B' } } },
    } as const;
    const discriminated = compileDocument(
      createDocument(
        createJsonBody({
          oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
          discriminator: { propertyName: 'kind' },
        }),
        schemas,
      ),
    );
    const validate = (body?: unknown) => () =>
      discriminated.validateRequest('createThing', createRequest(body));
    expect(readDetails(validate())).toEqual({ '/body': 'is required' });
    expect(validate({ kind: 'B' })()).toMatchObject({ body: { kind: 'B' } });
    expect(Object.keys(readDetails(validate({ kind: 'C' })))).toHaveLength(1);
  });

  it('compiles a schema once, for any Content-Type', () => {
    const uncachedContract = getCompiledContract(createDialect({ 'limits.bodyBytes': 4096 }));
    const functions = collectCompiled(() => {
      for (let index = 0; index < 50; index++) {
        const headers = { 'content-type': `application/json; x=${index}` };
        uncachedContract.validateRequest('startWalletAuth', createRequest(wallet, { headers }));
      }
    });
    expect(functions.size).toBe(1);
  });

  it('accepts a frozen document', () => {
    const document = deepFreeze(createDocument(createJsonBody({ type: 'object' })));
    const frozen = compileDocument(document);
    expect(frozen.validateRequest('createThing', createRequest({}))).toMatchObject({ body: {} });
  });

  it('converts only parameters', () => {
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

  it('keeps nothing of an invalid body', () => {
    const uncachedContract = getCompiledContract(createDialect({ 'limits.bodyBytes': 4097 }));
    const request = createRequest({ walletAddress: 'the secret of a stranger' });
    const functions = collectCompiled(() =>
      expect(() => uncachedContract.validateRequest('startWalletAuth', request)).toThrow(Refusal),
    );
    expect(functions.size).toBe(2);
    for (const validate of functions) expect(validate).toHaveProperty('errors', null);
  });
});

function createFields(length: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length }, (_, index) => [`field${index}`, index]));
}

/** Returns the functions that ajv compiles during the work. */
function collectCompiled(work: () => void): ReadonlySet<unknown> {
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
