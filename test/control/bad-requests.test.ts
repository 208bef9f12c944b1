/** Invalid requests to every operation of the control API are rejected with 4xx and a pointer to the invalid part. */
import { describe, expect, it } from 'vitest';

import { controlDocument } from '../../src/contract/control-document.gen.ts';
import type { Operation } from '../../src/contract/openapi-document.ts';
import { PENDING_ID, RITA_WALLET } from './people.ts';
import { listPointers, useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();

/** A well-formed request to each operation. */
const REQUESTS: Readonly<Record<string, { path: string; body?: object }>> = {
  getHealth: { path: '/health' },
  getReady: { path: '/ready' },
  getMetrics: { path: '/metrics' },
  getOpenApi: { path: '/openapi.json' },
  getControlApi: { path: '/control.json' },
  getJwks: { path: '/jwks.json' },
  getDialect: { path: '/dialect' },
  listScenarios: { path: '/scenarios' },
  readScenario: { path: '/scenarios/default' },
  checkScenario: { path: '/scenario:check', body: { name: 'default' } },
  checkMessages: { path: '/messages:check', body: { text: '{}' } },
  exportScenario: { path: '/scenario' },
  loadScenario: { path: '/scenario', body: { name: 'default' } },
  reset: { path: '/reset' },
  listUsers: { path: '/users' },
  readUser: { path: '/users/rita' },
  getExpectations: { path: '/users/rita/expectations' },
  getClientView: { path: '/users/rita/client-view' },
  listChanges: { path: '/users/rita/changes' },
  undoChange: { path: '/users/rita:undo' },
  updateUser: { path: '/users/rita', body: { addFlags: ['K1002'] } },
  submitKyc: { path: '/users/rita:submitKyc', body: {} },
  submitTransaction: { path: '/users/rita/transactions', body: {} },
  settleTransaction: { path: `/transactions/${PENDING_ID}:settle`, body: { outcome: 'success' } },
  returnTransaction: { path: `/transactions/${PENDING_ID}:return`, body: {} },
  listInbox: { path: '/inbox' },
  clearInbox: { path: '/inbox' },
  getClock: { path: '/clock' },
  updateClock: { path: '/clock', body: { advance: 'PT0S' } },
  getFaults: { path: '/faults' },
  setFaults: { path: '/faults', body: { rules: [] } },
  addFault: { path: '/faults', body: { effect: { status: 503 } } },
  clearFaults: { path: '/faults' },
  getChaos: { path: '/chaos' },
  setChaos: { path: '/chaos', body: { level: 'off' } },
  readJournal: { path: '/journal' },
  clearJournal: { path: '/journal' },
  getClientReport: { path: '/client-report' },
  getConformReport: { path: '/conform-report' },
  listWallets: { path: '/wallets' },
  signWithWallet: { path: `/wallets/${RITA_WALLET}:sign`, body: { message: 'hello' } },
  addWalletRecords: {
    path: '/wallet-records',
    body: { records: [{ method: 'eth_chainId', chainId: 1, status: 'resolved', result: '0x1' }] },
  },
  listWorkspaces: { path: '/workspaces' },
  createWorkspace: { path: '/workspaces', body: {} },
  readWorkspace: { path: '/workspaces/default' },
  deleteWorkspace: { path: '/workspaces/nowhere' },
};

interface TestedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly requestBody: 'required' | 'optional' | 'none';
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const operations: TestedOperation[] = Object.values(controlDocument.paths).flatMap((item) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const { operationId, requestBody } = operation;
    return [
      { operationId, method: method.toUpperCase(), requestBody: getBodyRequirement(requestBody) },
    ];
  }),
);

function getBodyRequirement(body: Operation['requestBody']): TestedOperation['requestBody'] {
  if (body === undefined) return 'none';
  return 'required' in body && body.required ? 'required' : 'optional';
}

function getRequest({ operationId }: TestedOperation): { path: string; body?: object } {
  const request = REQUESTS[operationId];
  if (request === undefined) throw new Error(`REQUESTS has no request to ${operationId}`);
  return { ...request, path: `/sandbox${request.path}` };
}

describe.each(operations)('$operationId', (operation) => {
  it('rejects an unknown query parameter', async () => {
    const { path, body } = getRequest(operation);
    const response = await sandbox.send(operation.method, `${path}?verbose=yes`, body);
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('invalidRequest');
    expect(listPointers(response.body)).toEqual(['/query/verbose']);
  });

  it('rejects an unsupported method', async () => {
    const { path } = getRequest(operation);
    const { status, body, headers } = await sandbox.send('PROPFIND', path);
    expect(status).toBe(405);
    expect(body.code).toBe('methodNotAllowed');
    expect(headers.get('allow')).toContain(operation.method);
  });
});

const operationsWithBody = operations.filter(({ requestBody }) => requestBody !== 'none');

describe.each(operationsWithBody)('the body of $operationId', (operation) => {
  const send = (body: unknown, headers?: Record<string, string>) =>
    sandbox.send(operation.method, getRequest(operation).path, body, headers);

  it('is rejected with an unknown key', async () => {
    const { status, body } = await send({ ...getRequest(operation).body, verbose: true });
    expect(status).toBe(400);
    expect(listPointers(body)).toContain('/body/verbose');
  });

  it.each(['null', '[]', '"text"', '17', 'true'])('is rejected if it is %s', async (text) => {
    const { status, body } = await send(text);
    expect(status).toBe(400);
    expect(new Set(listPointers(body))).toEqual(new Set(['/body']));
  });

  it.each(['{', ' ', '{"a":1', '\u0000', "{'a': 1}"])(
    'is rejected if it is malformed JSON: %j',
    async (text) => {
      const { status, body } = await send(text);
      expect(status).toBe(400);
      expect(listPointers(body)).toEqual(['/body']);
      expect(body.code).toBe('malformed');
    },
  );

  it.runIf(operation.requestBody === 'required')('is required', async () => {
    for (const emptyBody of [undefined, '']) {
      const { status, body } = await send(emptyBody);
      expect(status).toBe(400);
      expect(listPointers(body)).toEqual(['/body']);
    }
  });

  it('is rejected with an unsupported media type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const { status, body } = await send('{}', { 'content-type': type });
      expect(status).toBe(415);
      expect(listPointers(body)).toEqual(['/headers/content-type']);
    }
  });

  it('is rejected with an unsupported charset or content encoding', async () => {
    const charsetResponse = await send('{}', {
      'content-type': 'application/json; charset=latin1',
    });
    expect(charsetResponse.status).toBe(415);
    const encodingResponse = await send('{}', { 'content-encoding': 'zip' });
    expect(encodingResponse.status).toBe(415);
  });

  it('is rejected if it declares gzip but is not compressed', async () => {
    const { status, body } = await send('{}', { 'content-encoding': 'gzip' });
    expect(status).toBe(400);
    expect(body.code).toBe('malformed');
  });
});

describe('a value of an invalid type or format', () => {
  it.each<[string, string, string, unknown]>([
    ['/query/limit', 'GET', '/users?limit=0', undefined],
    ['/query/limit', 'GET', '/users?limit=1001', undefined],
    ['/query/limit', 'GET', '/users?limit=many', undefined],
    ['/query/limit', 'GET', '/users?limit=', undefined],
    ['/query/limit', 'GET', '/users?limit=1&limit=2', undefined],
    ['/query/cursor', 'GET', '/users?cursor=next', undefined],
    ['/query/cursor', 'GET', '/users?cursor=-1', undefined],
    ['/query/limit', 'GET', '/workspaces?limit=1.5', undefined],
    ['/query/channel', 'GET', '/inbox?channel=fax', undefined],
    ['/query/to', 'GET', '/inbox?to=', undefined],
    ['/query/after', 'GET', `/inbox?after=${'a'.repeat(129)}`, undefined],
    ['/body/kycStatus', 'PATCH', '/users/rita', { kycStatus: 'approved' }],
    ['/body/kycStatus', 'PATCH', '/users/rita', { kycStatus: null }],
    ['/body/addFlags', 'PATCH', '/users/rita', { addFlags: 'K1001' }],
    ['/body/addFlags/0', 'PATCH', '/users/rita', { addFlags: [1001] }],
    ['/body/removeFlags/1', 'PATCH', '/users/rita', { removeFlags: ['K1001', ''] }],
    ['/body', 'PATCH', '/users/rita', {}],
    ['/body/outcome', 'POST', '/users/rita:submitKyc', { outcome: 'PENDING' }],
    ['/body/flags', 'POST', '/users/rita:submitKyc', { flags: {} }],
    ['/body/key', 'POST', '/users/rita/transactions', { key: '1 2' }],
    ['/body/settles', 'POST', '/users/rita/transactions', { settles: 'PT30S' }],
    ['/body/settles/outcome', 'POST', '/users/rita/transactions', { settles: { after: 'PT1S' } }],
    [
      '/body/settles/after',
      'POST',
      '/users/rita/transactions',
      { settles: { after: 'P1M', outcome: 'success' } },
    ],
    [
      '/body/settles/outcome',
      'POST',
      '/users/rita/transactions',
      { settles: { after: 'PT1S', outcome: 'ok' } },
    ],
    ['/body/outcome', 'POST', `/transactions/${PENDING_ID}:settle`, {}],
    ['/body/outcome', 'POST', `/transactions/${PENDING_ID}:settle`, { outcome: 'COMPLETE' }],
    ['/body/flag', 'POST', `/transactions/${PENDING_ID}:settle`, { outcome: 'failure', flag: 1 }],
    ['/body/flag', 'POST', `/transactions/${PENDING_ID}:return`, { flag: ['T1001'] }],
    ['/body/message', 'POST', `/wallets/${RITA_WALLET}:sign`, {}],
    ['/body/message', 'POST', `/wallets/${RITA_WALLET}:sign`, { message: 1 }],
    ['/body/fault', 'POST', `/wallets/${RITA_WALLET}:sign`, { message: 'a', fault: 'wrong' }],
    ['/body/fault', 'POST', `/wallets/${RITA_WALLET}:sign`, { message: 'a', fault: null }],
    ['/body/previous', 'POST', `/wallets/${RITA_WALLET}:sign`, { message: 'a', previous: 1 }],
    ['/query/operation', 'GET', '/journal?operation=signIn', undefined],
    ['/query/clientId', 'GET', '/journal?clientId=', undefined],
    ['/query/user', 'GET', `/journal?user=${'a'.repeat(255)}`, undefined],
    ['/query/outcome', 'GET', '/journal?outcome=', undefined],
    ['/query/outcome', 'GET', '/journal?outcome=refuse', undefined],
    ['/query/outcome', 'GET', '/journal?outcome=600', undefined],
    ['/query/order', 'GET', '/journal?order=up', undefined],
    ['/query/limit', 'GET', '/journal?limit=1001', undefined],
    ['/query/cursor', 'GET', '/journal?cursor=next', undefined],
    ['/query/after', 'GET', `/journal?after=${'a'.repeat(129)}`, undefined],
    ['/query/outcome', 'GET', '/journal?outcome=accepted&outcome=refused', undefined],
    ['/body/name', 'PUT', '/scenario', { name: 1 }],
    ['/body/document', 'PUT', '/scenario', { document: [] }],
    ['/body', 'PUT', '/scenario', { name: 'default', document: {} }],
    ['/body', 'PUT', '/scenario', {}],
    ['/body/name', 'POST', '/workspaces', { name: 'Big' }],
    ['/body/name', 'POST', '/workspaces', { name: '-a' }],
    ['/body/name', 'POST', '/workspaces', { name: 'a'.repeat(64) }],
    ['/body/name', 'POST', '/workspaces', { name: '../a' }],
    ['/body/seed', 'POST', '/workspaces', { seed: -1 }],
    ['/body/seed', 'POST', '/workspaces', { seed: 1.5 }],
    ['/body/seed', 'POST', '/workspaces', { seed: '7' }],
    ['/body/scenario', 'POST', '/workspaces', { scenario: 1 }],
    ['/body/dialect', 'POST', '/workspaces', { dialect: 'strict' }],
  ])('is rejected with the pointer %s: %s %s %j', async (pointer, method, path, body) => {
    const response = await sandbox.send(method, `/sandbox${path}`, body);
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('invalidRequest');
    expect(listPointers(response.body)).toContain(pointer);
  });

  it.each<[string, string, string, unknown, RegExp]>([
    ['a cursor', 'GET', '/users?cursor=next', undefined, /nextCursor/],
    ['a duration', 'PATCH', '/clock', { advance: 'P1M' }, /no years or months/],
    ['a time to wait', 'GET', '/inbox?wait=5', undefined, /no years or months/],
    ['a workspace', 'POST', '/workspaces', { name: 'Big' }, /lower-case letters, digits/],
    ['a transaction', 'POST', '/users/rita/transactions', { key: '1 2' }, /starting with a letter/],
    [
      'a fault',
      'POST',
      '/faults',
      { id: '-', effect: { status: 503 } },
      /starting with a letter or digit/,
    ],
  ])(
    'gets an error that describes the format in words, not as a regular expression: %s',
    async (_, method, path, body, text) => {
      const response = await sandbox.send(method, `/sandbox${path}`, body);
      expect(response.status).toBe(400);
      const [{ message }] = response.body.details;
      expect(message).toMatch(text);
      expect(message).not.toContain('^');
    },
  );

  it('leaves the state unchanged after all these requests', async () => {
    const { body } = await sandbox.send('GET', '/sandbox/users/rita');
    expect(body).toMatchObject({ kyc: { status: 'IN_REVIEW' }, flags: [{ code: 'K1001' }] });
    expect(body.transactions).toHaveLength(2);
    expect(sandbox.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
