/**
 * Every invalid request gets a 4xx with an error code of the contract, and changes nothing. Statuses are those
 * of the default dialect (errors.status).
 */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { getAddress } from 'ethers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { useSandbox, type TestWorkspace } from '../sandbox.ts';
import { sendRawRequest, type RawResponse } from './raw-request.ts';
import { expectErrorFormat, expectRefusal, MARK } from './refusal.ts';
import {
  requestsWithBody,
  sendServiceRequest,
  bodyProperties,
  serviceRequests,
  walletAddress,
} from './service-requests.ts';
import type { RequestChanges, ServiceRequest } from './service-requests.ts';

/** The default of `limits.bodyBytes`. */
const LIMIT = 102_400;
const MEGABYTE = 1_048_576;
const { BROTLI_PARAM_QUALITY: BROTLI_QUALITY } = constants;

const malformed = { status: 400, code: 'malformed' } as const;
const unsupportedMediaType = { status: 415, code: 'unsupportedMediaType' } as const;
const tooLarge = { status: 413, code: 'tooLarge' } as const;
const notFound = { status: 404, code: 'notFound' } as const;
const clientCredentials = { status: 401, code: 'clientCredentials' } as const;
const bearerError = { status: 401, code: 'bearer' } as const;

const blanks = Buffer.alloc(8 * MEGABYTE, ' ');
/** Compressed bodies that expand to eight megabytes. */
const decompressionBombs = [
  { encoding: 'gzip', body: gzipSync(blanks) },
  { encoding: 'deflate', body: deflateSync(blanks) },
  { encoding: 'br', body: brotliCompressSync(blanks, { params: { [BROTLI_QUALITY]: 1 } }) },
];

const manyFields = Object.fromEntries(
  Array.from({ length: 50_000 }, (_, index) => [`field${index}`, MARK]),
);

/** Texts that cause catastrophic backtracking in a naive regular expression. */
const backtrackingTexts = ['a', '+1', 'a@', 'a.'].map((text) =>
  text.repeat(MEGABYTE / 4 / text.length),
);

const sandbox = useSandbox();
let workspace: TestWorkspace;
/** Accepts bodies of several megabytes. */
let largeBodyWorkspace: TestWorkspace;
let expectedState: unknown;

const scenario = {
  name: 'bad-input',
  users: [{ key: 'rita', phoneNumber: '+12025550143', emailAddress: 'rita@example.test' }],
};

beforeAll(async () => {
  workspace = await sandbox.workspace({ scenario });
  largeBodyWorkspace = await sandbox.workspace({
    scenario,
    dialect: { limits: { bodyBytes: 4_194_304 } },
  });
  expectedState = await readState();
});

// This check is slower than a request, so it runs once after each group.
afterEach(({ task }) => (task === task.suite?.tasks.at(-1) ? expectUnchanged() : undefined));
afterAll(expectUnchanged);

async function expectUnchanged(): Promise<void> {
  const before = expectedState;
  expectedState = await readState();
  expect(expectedState, 'what the requests of this group have written').toEqual(before);
}

/** Returns all state that a request could change, in both workspaces. */
async function readState(): Promise<unknown> {
  const reads = [workspace, largeBodyWorkspace].flatMap((item) => [
    item.control('/users?limit=1000'),
    item.control('/inbox'),
  ]);
  return (await Promise.all(reads)).map(({ body }) => body);
}

function expectInvalid(response: RawResponse, pointers?: readonly string[]): void {
  expectRefusal(response, { status: 400, code: 'invalidRequest' }, pointers);
}

function send(request: ServiceRequest, changes?: RequestChanges) {
  return sendServiceRequest(workspace.url, request, changes);
}

function findRequest(operationId: string): ServiceRequest {
  const request = serviceRequests.find((item) => item.operationId === operationId);
  if (request === undefined) throw new TypeError(`no request to ${operationId}`);
  return request;
}

describe('the valid requests that the tests below modify', () => {
  it.each(serviceRequests)('$operationId fails only for unknown credentials', async (request) => {
    const ownWorkspace = await sandbox.workspace({ scenario });
    const { status, body } = await sendServiceRequest(ownWorkspace.url, request);
    if (status !== 200) {
      expect(['challengeUnknown', 'otpWrong', 'bearer']).toContain(body.code);
    }
  });
});

describe.each(serviceRequests)('§5.1 $operationId rejects client headers with', (request) => {
  const id = '/headers/service-client-id';
  const secret = '/headers/service-client-secret';

  it.each([
    ['no id', { 'service-client-id': undefined }, [id]],
    ['no secret', { 'service-client-secret': undefined }, [secret]],
    [
      'neither',
      { 'service-client-id': undefined, 'service-client-secret': undefined },
      [id, secret],
    ],
  ])('%s', async (_, headers, pointers) => {
    expectRefusal(await send(request, { headers }), clientCredentials, pointers);
  });

  it.each([
    ['an unknown id', { 'service-client-id': MARK }],
    ['an empty id', { 'service-client-id': '' }],
    ['the id in another case', { 'service-client-id': 'Wallet-App' }],
    ['the name of a property of all objects', { 'service-client-id': '__proto__' }],
    ['a wrong secret', { 'service-client-secret': MARK }],
    ['an empty secret', { 'service-client-secret': '' }],
    ['the secret in another case', { 'service-client-secret': 'Wallet-App-Secret' }],
    ['the start of the secret', { 'service-client-secret': 'wallet-app-secre' }],
    ['the secret of another client', { 'service-client-secret': 'exchange-app-secret' }],
  ])('%s', async (_, headers) => {
    expectRefusal(
      await send(request, { headers }),
      clientCredentials,
      Object.keys(headers).map((header) => `/headers/${header}`),
    );
  });

  it.each([
    ['the id twice', ['service-client-id', 'wallet-app']],
    ['the secret twice', ['service-client-secret', 'wallet-app-secret']],
  ] as const)('%s', async (_, header) => {
    expectRefusal(await send(request, { appendedHeaders: [header] }), clientCredentials);
  });
});

describe.each(requestsWithBody)('$operationId rejects a request body that is', (request) => {
  it('missing', async () => {
    expectInvalid(await send(request, { body: null }), ['/body']);
  });

  it('missing, with a Content-Type header', async () => {
    const headers = { 'content-type': 'application/json' };
    expectInvalid(await send(request, { body: null, headers }), ['/body']);
  });

  it('empty and chunked', async () => {
    const headers = { 'transfer-encoding': 'chunked' };
    const response = await send(request, { body: '', headers });
    expect(response.status).toBe(400);
    expectErrorFormat(response);
    expect(response.body.details).toMatchObject([{ pointer: '/body' }]);
  });

  it.each([
    ['blanks', ' \n'],
    ['a truncated object', '{"walletAddress":'],
    ['single quotes', "{'a': 1}"],
    ['a trailing comma', '{"a": 1,}'],
    ['a comment', '{} // none'],
    ['two JSON documents', '{}{}'],
    ['NaN', 'NaN'],
    ['a bare word', MARK],
    ['an unterminated string', `{"signature": "${MARK}`],
    ['XML', `<a>${MARK}</a>`],
    ['a form', `walletAddress=${MARK}`],
    ['a NUL character', '\0'],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['UTF-16', Buffer.from(JSON.stringify(request.body), 'utf16le')],
    ['100,000 opened brackets', '['.repeat(100_000)],
  ])('malformed (%s)', async (_, body) => {
    expectRefusal(await send(request, { body }), malformed, ['/body']);
  });

  it.each([
    // The error message of JSON.parse repeats this body, and has no position.
    ['at position 4711', 'is not JSON'],
    ['{"a": 1,}', 'is not JSON at position 8'],
  ])('malformed, with an error that does not repeat the body: %s', async (body, message) => {
    const response = await send(request, { body });
    expect(response.body.details).toEqual([{ pointer: '/body', message }]);
  });

  it.each([
    ['null', null],
    ['an array', [request.body]],
    ['an empty array', []],
    ['a string', MARK],
    ['an empty string', ''],
    ['a number', 271_828_182],
    ['true', true],
    ['false', false],
    ['zero', 0],
  ])('%s instead of an object', async (_, json) => {
    expectInvalid(await send(request, { json }), ['/body']);
  });

  it('an empty object, and lists each missing property', async () => {
    const response = await send(request, { json: {} });
    expectInvalid(response);
    expect(response.body.details.length).toBeGreaterThan(0);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-stream',
    'application/jsonp',
    'application/json-patch+json',
    'application/*',
    '*/*',
    'json',
    MARK,
    'application/json, text/plain',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    `application/json; charset=${MARK}`,
    'application/json; charset="iso-8859-1"',
  ])('sent with the content type %s', async (contentType) => {
    const headers = { 'content-type': contentType };
    expectRefusal(await send(request, { headers }), unsupportedMediaType, [
      '/headers/content-type',
    ]);
  });

  it.each([
    ['sent without a content type', undefined],
    ['sent with an empty content type', ''],
  ])('%s', async (_, contentType) => {
    const headers = { 'content-type': contentType };
    expectRefusal(await send(request, { headers }), unsupportedMediaType, [
      '/headers/content-type',
    ]);
  });

  it.each(['compress', 'zstd', 'gzip, gzip', MARK])(
    'sent with the content encoding %s',
    async (encoding) => {
      const headers = { 'content-encoding': encoding };
      expectRefusal(await send(request, { headers }), unsupportedMediaType, [
        '/headers/content-encoding',
      ]);
    },
  );

  it.each(['gzip', 'deflate', 'br'])('declared as %s but not encoded', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expectRefusal(await send(request, { headers }), malformed, ['/body']);
  });

  it('truncated gzip', async () => {
    const compressedBody = gzipSync(JSON.stringify({ ...request.body, more: MARK.repeat(50) }));
    const headers = { 'content-encoding': 'gzip' };
    expectRefusal(
      await send(request, { body: compressedBody.subarray(0, -12), headers }),
      malformed,
      ['/body'],
    );
  });

  it.each(decompressionBombs)('a decompression bomb in $encoding', async ({ encoding, body }) => {
    expect(body.length).toBeLessThan(LIMIT);
    expectRefusal(
      await send(request, { body, headers: { 'content-encoding': encoding } }),
      tooLarge,
      ['/body'],
    );
  });

  it.each([
    ['one byte', LIMIT + 1],
    ['megabytes', 8 * MEGABYTE],
  ])('over the size limit by %s', async (_, size) => {
    const body = JSON.stringify(request.body).padEnd(size);
    expectRefusal(await send(request, { body }), tooLarge, ['/body']);
  });

  it('over the size limit and chunked', async () => {
    const body = JSON.stringify(request.body).padEnd(LIMIT + 1);
    const headers = { 'transfer-encoding': 'chunked' };
    expectRefusal(await send(request, { body, headers }), tooLarge, ['/body']);
  });

  it('over the size limit, even if it has other errors', async () => {
    const body = '['.repeat(LIMIT + 1);
    const headers = { 'content-type': 'text/plain' };
    expectRefusal(await send(request, { body, headers }), tooLarge);
  });

  it('nested 100,000 levels deep', async () => {
    const deepJson = `${'['.repeat(100_000)}"${MARK}"${']'.repeat(100_000)}`;
    const [property = ''] = Object.keys(request.body);
    const bodyWithDeepProperty = JSON.stringify({ ...request.body, [property]: 0 }).replace(
      ':0',
      `:${deepJson}`,
    );
    expectInvalid(
      await sendServiceRequest(largeBodyWorkspace.url, request, { body: bodyWithDeepProperty }),
      [`/body/${property}`],
    );
    expectInvalid(await sendServiceRequest(largeBodyWorkspace.url, request, { body: deepJson }), [
      '/body',
    ]);
    const bodyWithDeepUnknownField = JSON.stringify({ ...request.body, more: 0 }).replace(
      ':0',
      `:${deepJson}`,
    );
    expectInvalid(
      await sendServiceRequest(largeBodyWorkspace.url, request, { body: bodyWithDeepUnknownField }),
      ['/body/more'],
    );
  });

  it.each([
    'more',
    'WalletAddress',
    'phonenumber',
    'a/b~c',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
  ])('an object with the unknown field "%s"', async (name) => {
    const body = JSON.stringify(request.body).replace(
      /^\{/,
      `{${JSON.stringify(name)}: {"isAdmin": "${MARK}"},`,
    );
    const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
    expectInvalid(await send(request, { body }), [`/body/${token}`]);
  });

  it('an object with two unknown fields, and lists both', async () => {
    const json = { ...request.body, one: MARK, two: MARK };
    expectInvalid(await send(request, { json }), ['/body/one', '/body/two']);
  });

  it('an object with 50,000 unknown fields', async () => {
    const response = await sendServiceRequest(largeBodyWorkspace.url, request, {
      json: { ...request.body, ...manyFields },
    });
    expectInvalid(response);
    expect(response.text.length).toBeLessThan(5000);
  });

  it('an object with an unknown field whose name is a megabyte long', async () => {
    const json = { ...request.body, [`${'n'.repeat(MEGABYTE)}${MARK}`]: '' };
    const response = await sendServiceRequest(largeBodyWorkspace.url, request, { json });
    expectInvalid(response);
    expect(response.text.length).toBeLessThan(1000);
  });
});

describe.each(bodyProperties)('$operationId rejects $property if it is', (request) => {
  const { property, body } = request;
  const pointers = [`/body/${property}`];

  it('missing', async () => {
    const { [property]: _, ...json } = body;
    // §2.2: walletNetwork or walletType is required, so the error points to the body.
    const isVariant = property === 'walletNetwork';
    expectInvalid(await send(request, { json }), isVariant ? ['/body'] : pointers);
  });

  it.each([
    ['a number', 271_828_182],
    ['a fraction', 2.718_281_828],
    ['zero', 0],
    ['true', true],
    ['false', false],
    ['an array', [MARK]],
    ['an array with a valid string', [body[property]]],
    ['an empty array', []],
    ['an object', { [MARK]: MARK }],
    ['an empty object', {}],
    ['null', null],
  ])('%s', async (_, value) => {
    const response = await send(request, { json: { ...body, [property]: value } });
    expectInvalid(response, pointers);
    expect(response.text).not.toMatch(/271828182|2\.718/);
  });

  it('an empty string', async () => {
    expectInvalid(await send(request, { json: { ...body, [property]: '' } }), pointers);
  });

  it('a string of 256 KiB', async () => {
    for (const value of backtrackingTexts) {
      const json = { ...body, [property]: `${value}${MARK}` };
      expectInvalid(await sendServiceRequest(largeBodyWorkspace.url, request, { json }), pointers);
    }
  });

  it.each([
    ['a lone surrogate', '\\ud800'],
    ['surrogates in the wrong order', '\\udc00\\ud800'],
    ['NUL', '\\u0000'],
    ['a text direction override', '\\u202e'],
    ['a byte order mark', '\\ufeff'],
    ['a line break', '\\r\\nX-Injected: 1'],
    ['non-ASCII digits', '\\u0661\\u0662'],
    ['a combining mark', 'e\\u0301'],
  ])('%s', async (_, escaped) => {
    for (const value of [escaped, `${body[property]}${escaped}`, `${escaped}${body[property]}`]) {
      const unusualBody = JSON.stringify({ ...body, [property]: '§' }).replace('§', value);
      const response = await send(request, { body: unusualBody });
      const isFreeText = /^(signature|otp|phoneId|emailId)$/.test(property);
      if (isFreeText) {
        // These fields accept any text. The operation itself rejects the value.
        expect({ status: response.status, code: response.body.code }).toEqual({
          status: 401,
          code: property === 'signature' ? 'challengeUnknown' : 'otpWrong',
        });
        expectErrorFormat(response);
      } else {
        expectInvalid(response, pointers);
      }
    }
  });
});

const walletRequests = requestsWithBody.filter(({ body }) => 'walletAddress' in body);

describe.each(walletRequests)('§2.2 $operationId rejects a wallet with', (request) => {
  const { walletNetwork: _, ...bodyWithoutVariant } = request.body;

  it.each([
    ['too short', walletAddress.slice(0, -1)],
    ['too long', `${walletAddress}0`],
    ['without 0x', walletAddress.slice(2)],
    ['with 0X', walletAddress.replace('0x', '0X')],
    ['with a letter that is not a hexadecimal digit', walletAddress.replace('5', 'g')],
    ['with a line break', `${walletAddress}\n`],
    ['with a blank', ` ${walletAddress}`],
    ['that is a name', `${MARK}.eth`],
  ])('an address %s', async (_, address) => {
    expectInvalid(await send(request, { json: { ...request.body, walletAddress: address } }), [
      '/body/walletAddress',
    ]);
  });

  it('an address with a wrong EIP-55 checksum', async () => {
    const checksummed = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
    const wrongAddress = checksummed.replace(/[A-F]/, (letter) => letter.toLowerCase());
    const response = await send(request, {
      json: { ...request.body, walletAddress: wrongAddress },
    });
    expectInvalid(response, ['/body/walletAddress']);
    expect(response.body.details[0].message).toContain('EIP-55');
  });

  it.each(['ethereum', 'BITCOIN', 'EVM', 'ETHEREUM ', MARK])(
    'walletNetwork %s',
    async (walletNetwork) => {
      const response = await send(request, { json: { ...request.body, walletNetwork } });
      expectInvalid(response, ['/body/walletNetwork']);
      expect(response.body.details[0].message).toContain('ETHEREUM, POLYGON');
    },
  );

  it.each(['evm', 'ETHEREUM', 'SOLANA', MARK])('walletType %s', async (walletType) => {
    expectInvalid(await send(request, { json: { ...bodyWithoutVariant, walletType } }), [
      '/body/walletType',
    ]);
  });

  it('neither variant', async () => {
    const response = await send(request, { json: bodyWithoutVariant });
    expectInvalid(response, ['/body']);
    expect(response.body.details[0].message).toMatch(/walletNetwork.*walletType/);
  });

  it('both variants', async () => {
    const response = await send(request, { json: { ...request.body, walletType: 'EVM' } });
    expectInvalid(response, ['/body']);
    expect(response.body.details[0].message).toMatch(/walletNetwork.*walletType/);
  });
});

describe('§2.5 sendSmsOtp rejects a phone number', () => {
  it.each([
    ['without +', '12025550143'],
    ['with only +', '+'],
    ['with a country code only', '+1'],
    ['with a country code that starts with 0', '+012025550143'],
    ['with blanks', '+1 202 555 0143'],
    ['with hyphens', '+1-202-555-0143'],
    ['with parentheses', '+1(202)5550143'],
    ['with an extension', '+12025550143;ext=7'],
    ['written as a URI', 'tel:+12025550143'],
    ['with the prefix 00', '0012025550143'],
    ['with a letter', '+1202555O143'],
    ['with 16 digits', '+1202555014312345'],
    ['too short for its country', '+1202555'],
    ['too long for its country', '+120255501431'],
    ['with an unknown country code', '+9992025550143'],
    ['with a line break', '+12025550143\n'],
    ['that consists of two', '+12025550143,+12025550144'],
    ['a word', MARK],
  ])('%s', async (_, phoneNumber) => {
    expectInvalid(await send(findRequest('sendSmsOtp'), { json: { phoneNumber } }), [
      '/body/phoneNumber',
    ]);
  });
});

describe('§2.6 sendEmailOtp rejects an email address', () => {
  it.each([
    ['without @', 'rita.example.test'],
    ['with only @', '@'],
    ['without a local part', '@example.test'],
    ['without a domain', 'rita@'],
    ['with @ twice', 'rita@@example.test'],
    ['that consists of two', 'rita@example.test,tom@example.test'],
    ['with a display name', 'Rita <rita@example.test>'],
    ['written as a URI', 'mailto:rita@example.test'],
    ['with a blank', 'rita example@example.test'],
    ['with a trailing blank', 'rita@example.test '],
    ['with a header injection', 'rita@example.test\r\nBcc: tom@example.test'],
    ['with a leading dot', '.rita@example.test'],
    ['with two consecutive dots', 'ri..ta@example.test'],
    ['with two consecutive dots in its domain', 'rita@example..test'],
    ['with a leading hyphen in its domain', 'rita@-example.test'],
    ['with an IP address as its domain', 'rita@[127.0.0.1]'],
    ['with 255 characters', `${'r'.repeat(255 - '@example.test'.length)}@example.test`],
    ['a word', MARK],
  ])('%s', async (_, emailAddress) => {
    expectInvalid(await send(findRequest('sendEmailOtp'), { json: { emailAddress } }), [
      '/body/emailAddress',
    ]);
  });
});

describe.each([
  {
    ...findRequest('authenticateSmsOtp'),
    recordId: 'phoneId',
    other: { send: 'sendEmailOtp', recordId: 'emailId' },
  },
  {
    ...findRequest('authenticateEmailOtp'),
    recordId: 'emailId',
    other: { send: 'sendSmsOtp', recordId: 'phoneId' },
  },
])('$operationId rejects', (request) => {
  it('a code that is too long', async () => {
    const json = { ...request.body, otp: '1'.repeat(65) };
    expectInvalid(await send(request, { json }), ['/body/otp']);
  });

  it('a record id that is too long', async () => {
    const json = { ...request.body, [request.recordId]: '1'.repeat(129) };
    const pointers = [`/body/${request.recordId}`];
    expectInvalid(await send(request, { json }), pointers);
  });

  it('a record id that is not a UUID', async () => {
    const response = await send(request, { json: { ...request.body, [request.recordId]: MARK } });
    expectRefusal(response, { status: 401, code: 'otpWrong' }, ['/body/otp']);
  });

  it('a record id of the other channel, even with its code', async () => {
    const { recordId, other } = request;
    const ownWorkspace = await sandbox.workspace({ scenario });
    const sendResponse = await sendServiceRequest(ownWorkspace.url, findRequest(other.send));
    const { body: inbox } = await ownWorkspace.control('/inbox');
    const json = { [recordId]: sendResponse.body[other.recordId], otp: inbox.items[0].code };
    const response = await sendServiceRequest(ownWorkspace.url, request, { json });
    expectRefusal(response, { status: 401, code: 'otpWrong' }, ['/body/otp']);
  });
});

describe.each(serviceRequests)('$operationId rejects a request', (request) => {
  const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

  it.each(otherMethods.filter((method) => method !== request.method))(
    'with the method %s',
    async (method) => {
      const response = await send(request, { method });
      expectRefusal(response, { status: 405, code: 'methodNotAllowed' });
      expect(response.headers['allow']).toBe(request.method);
    },
  );

  it('with the method HEAD', async () => {
    const { status, headers, text } = await send(request, { method: 'HEAD', body: null });
    expect({ status, allow: headers['allow'], text }).toEqual({
      status: 405,
      allow: request.method,
      text: '',
    });
  });

  it.each([
    ['a trailing slash', (path: string) => `${path}/`],
    ['capitals', (path: string) => path.toUpperCase()],
    ['one capital', (path: string) => path.replace('u', 'U')],
    ['an additional slash', (path: string) => `/${path}`],
    ['a dot segment', (path: string) => `/.${path}`],
    ['a suffix', (path: string) => `${path}${MARK}`],
    ['an additional path segment', (path: string) => `${path}/${MARK}`],
    ['a missing last letter', (path: string) => path.slice(0, -1)],
    ['a trailing percent sign', (path: string) => `${path}%`],
    ['an invalid escape', (path: string) => `${path}%zz`],
    ['an escape that is not UTF-8', (path: string) => `${path}%c3%28`],
    ['an escaped NUL', (path: string) => `${path}%00`],
    ['a fragment', (path: string) => `${path}#${MARK}`],
    ['an escaped slash', (path: string) => path.replace('/', '/%2f')],
    ['a backslash', (path: string) => path.replace('/', '/\\')],
    ['10,000 additional letters', (path: string) => `${path}${'x'.repeat(10_000)}`],
  ])('with %s', async (_, changePath) => {
    const response = await send(request, { path: changePath(request.path) });
    expectRefusal(response, notFound, ['/path']);
    expect(response.text.length).toBeLessThan(1000);
  });

  it.each(['more', '__proto__', 'constructor', 'user', 'service-client-id'])(
    'with the unknown query parameter %s',
    async (name) => {
      expectInvalid(await send(request, { path: `${request.path}?${name}=${MARK}` }), [
        `/query/${name}`,
      ]);
    },
  );

  it('with unusual query parameters', async () => {
    const unusualQuery = `?a[b]=${MARK}&a[b]=2&c=%zz&%00=1`;
    expectInvalid(await send(request, { path: `${request.path}${unusualQuery}` }));
  });

  it('with an absolute URL with an unknown path as its target', async () => {
    const response = await sendRawRequest(sandbox.url, {
      method: request.method,
      path: `${workspace.url}${request.path}/${MARK}`,
    });
    expect(response.status).toBe(404);
    expectErrorFormat(response);
  });
});

describe('a request target that is not a path', () => {
  it.each(['http://', 'http://x', 'foo://x', '*'])('is rejected: %s', async (path) => {
    const response = await sendRawRequest(sandbox.url, { method: 'POST', path });
    expect(response).toMatchObject({ status: 404, body: { code: 'notFound' } });
  });

  it('is accepted if it is an absolute URL with an existing path', async () => {
    const path = `${sandbox.url}/sandbox/health`;
    const { status } = await sendRawRequest(sandbox.url, { method: 'GET', path });
    expect(status).toBe(200);
  });
});

describe('an unknown path is rejected:', () => {
  it.each([
    '/v1/auth/cryptoWallet:unknown',
    '/v1/auth/cryptoWallet:',
    '/v1/auth/cryptoWallet',
    '/v1/auth/otp/sms:unknown',
    '/v1/auth/otp/fax:send',
    '/v1/auth',
    '/v2/auth/cryptoWallet:start',
    '/v1/user',
    '/users',
    '/',
    '/%',
    '/%E0%A4%A',
    '/..%2f..%2fetc/passwd',
    '/__proto__',
    '/w',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await sendRawRequest(workspace.url, { method, path });
      expectRefusal(response, notFound, ['/path']);
    }
  });

  it('any path of an unknown workspace', async () => {
    for (const name of ['nobody', MARK, '%zz', '__proto__', 'Default', '..', 'x'.repeat(10_000)]) {
      const { status, body, text } = await sendRawRequest(sandbox.url, { path: `/w/${name}/user` });
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'workspaceUnknown' });
      expect(text).not.toMatch(/\bat .*:\d+:\d+/);
      expect(text.length).toBeLessThan(500);
    }
  });

  it('with a suggestion of a similar path', async () => {
    const { body } = await sendRawRequest(workspace.url, { path: '/v1/auth/cryptowallet:start/' });
    expect(body.details[0].message).toContain('/v1/auth/cryptoWallet:start');
  });
});

describe('§5.2 a request is rejected if its bearer token', () => {
  const bearerRequests = serviceRequests.filter(({ operationId }) =>
    ['addWalletToUser', 'sendSmsOtp', 'getUser'].includes(operationId),
  );
  const pointers = ['/headers/authorization'];

  describe.each(bearerRequests)('is invalid for $operationId:', (request) => {
    it.each([
      ['empty', ''],
      ['no token', 'Bearer'],
      ['a blank instead of a token', 'Bearer  '],
      ['another scheme', 'Basic bearer'],
      ['the token without its scheme', 'wallet-app-token'],
      ['two tokens', `Bearer wallet-app-token ${MARK}`],
      ['an unknown token', `Bearer ${MARK}`],
      ['the token of another client', 'Bearer exchange-app-token'],
      ['the token in another case', 'Bearer Wallet-App-Token'],
      ['the secret of the client', 'Bearer wallet-app-secret'],
      ['a token of 8,000 letters', `Bearer ${'x'.repeat(8000)}`],
      ['three parts like a JWT', `Bearer ${MARK}.${MARK}.${MARK}`],
      ['a JWT with three empty parts', 'Bearer ..'],
      [
        'a JWT whose header is not an object',
        `Bearer ${Buffer.from('null').toString('base64url')}.e30.x`,
      ],
      [
        'a JWT with the algorithm none',
        `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
      ],
    ])('%s', async (_, authorization) => {
      expectRefusal(await send(request, { headers: { authorization } }), bearerError, pointers);
    });
  });

  it.each(['sendSmsOtp', 'getUser'])('is missing from %s', async (operationId) => {
    const changes = { headers: { authorization: undefined } };
    expectRefusal(await send(findRequest(operationId), changes), bearerError, pointers);
  });

  it('is an access token instead of a session token', async () => {
    expectRefusal(await send(findRequest('getUser')), bearerError, pointers);
  });
});

describe('repeated headers', () => {
  const request = findRequest('sendSmsOtp');

  it.each([
    ['content-type', 'text/plain', 200],
    ['authorization', `Bearer ${MARK}`, 200],
    ['host', 'rebound.example', 400],
    ['accept', MARK, 200],
    ['content-encoding', 'gzip', 415],
    ['service-client-id', 'exchange-app', 401],
    ['service-client-secret', 'exchange-app-secret', 401],
    // With 200, the first value is used.
  ])('a second %s with the value %s has the status %i', async (name, value, status) => {
    const ownWorkspace = await sandbox.workspace({ scenario });
    const { hostname, port } = new URL(ownWorkspace.url);
    // The first values of the headers that a valid request does not set itself.
    const headers = { host: `${hostname}:${port}`, 'content-encoding': 'identity' };
    const response = await sendServiceRequest(ownWorkspace.url, request, {
      headers,
      appendedHeaders: [[name, value]],
    });
    expect(response.status).toBe(status);
    if (status !== 200) expectErrorFormat(response);
  });

  it('an invalid value is rejected even if a valid value follows', async () => {
    const headers = { authorization: `Bearer ${MARK}` };
    const appendedHeaders = [['authorization', 'Bearer wallet-app-token']] as const;
    expectRefusal(await send(request, { headers, appendedHeaders }), bearerError);
  });
});

describe('an unusual but valid request is accepted with', () => {
  it.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON; Charset="utf-8"',
    'application/json ; odata=verbose',
  ])('the content type %s', async (contentType) => {
    const ownWorkspace = await sandbox.workspace({ scenario });
    const headers = { 'content-type': contentType };
    expect(
      await sendServiceRequest(ownWorkspace.url, findRequest('startWalletAuth'), { headers }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('a body of exactly the limit, also chunked or in gzip, and a byte order mark', async () => {
    const ownWorkspace = await sandbox.workspace({ scenario });
    const request = findRequest('startWalletAuth');
    const body = JSON.stringify(request.body).padEnd(LIMIT);
    const unusualRequests: RequestChanges[] = [
      { body },
      { body, headers: { 'transfer-encoding': 'chunked' } },
      { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } },
      { body: `\ufeff${JSON.stringify(request.body)}` },
    ];
    for (const changes of unusualRequests) {
      expect(await sendServiceRequest(ownWorkspace.url, request, changes)).toMatchObject({
        status: 200,
      });
    }
  });

  it('an address and an authentication scheme in upper or lower case', async () => {
    const ownWorkspace = await sandbox.workspace({ scenario });
    const json = { walletAddress: `0x${walletAddress.slice(2).toUpperCase()}`, walletType: 'EVM' };
    const startResponse = await sendServiceRequest(
      ownWorkspace.url,
      findRequest('startWalletAuth'),
      { json },
    );
    const headers = { authorization: 'bearer wallet-app-token' };
    const smsResponse = await sendServiceRequest(ownWorkspace.url, findRequest('sendSmsOtp'), {
      headers,
    });
    expect([startResponse.status, smsResponse.status]).toEqual([200, 200]);
  });
});

describe('a request with several errors gets the first error in the order of the pipeline:', () => {
  const request = findRequest('sendSmsOtp');

  /** Errors in order of precedence. Each test fixes one more error. */
  const errors: { code: string; status: number; changes: RequestChanges }[] = [
    { code: 'hostNotAllowed', status: 403, changes: { headers: { host: 'rebound.example' } } },
    { code: 'workspaceUnknown', status: 404, changes: {} },
    { code: 'notFound', status: 404, changes: { path: '/v1/auth/otp/sms:sned?more=1' } },
    {
      code: 'methodNotAllowed',
      status: 405,
      changes: { method: 'PUT', path: `${request.path}?more=1` },
    },
    {
      code: 'clientCredentials',
      status: 401,
      changes: { headers: { 'service-client-secret': 'no' } },
    },
    { code: 'tooLarge', status: 413, changes: { body: '{'.repeat(LIMIT + 1) } },
    {
      code: 'unsupportedMediaType',
      status: 415,
      changes: { headers: { 'content-type': 'text/plain' }, body: '{' },
    },
    { code: 'malformed', status: 400, changes: { body: '{"phoneNumber": "no"' } },
    { code: 'invalidRequest', status: 400, changes: { json: { phoneNumber: 'no' } } },
    { code: 'bearer', status: 401, changes: { headers: { authorization: 'Bearer no' } } },
  ];

  it.each(errors.map((error, index) => ({ ...error, remainingErrors: errors.slice(index) })))(
    '$code',
    async ({ code, status, remainingErrors }) => {
      const headers = Object.assign(
        {},
        ...remainingErrors.map(({ changes }) => changes.headers ?? {}),
      );
      // If two errors change the same part of the request, the first error determines the part.
      const changes = Object.assign(
        {},
        ...remainingErrors.toReversed().map((error) => error.changes),
      );
      const isUnknownWorkspace = remainingErrors.some((error) => error.code === 'workspaceUnknown');
      const url = isUnknownWorkspace ? `${sandbox.url}/w/nobody` : workspace.url;
      const response = await sendServiceRequest(url, request, { ...changes, headers });
      expect({ status: response.status, code: response.body.code }).toEqual({ status, code });
    },
  );

  it('errors of the operation itself come last', async () => {
    const wrongCode = { phoneId: 'nobody', otp: '000000' };
    const response = await send(findRequest('authenticateSmsOtp'), { json: wrongCode });
    expectRefusal(response, { status: 401, code: 'otpWrong' });
    const json = { ...wrongCode, otp: 0 };
    expectInvalid(await send(findRequest('authenticateSmsOtp'), { json }));
  });
});
