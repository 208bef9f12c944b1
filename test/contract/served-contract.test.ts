/** The contract that a sandbox serves contains every response, including those of the sandbox itself. */
import { beforeAll, describe, expect, it } from 'vitest';

import { StoreUnavailable, WorkspaceReset, type Store } from '../../src/store/store.ts';
import { ContractChecker, type SentRequest } from '../contract-checker.ts';
import { CREDENTIALS, useTestSandbox } from '../control/sandbox.ts';
import { sendRawRequest } from '../server/raw-request.ts';
import { serviceRequests } from '../server/service-requests.ts';

const PHONE = '+12025550143';

/** If set, the store throws this error for a workspace id (an object). Reads by name (a string) succeed. */
let storeError: Error | undefined;
let session: string;

const sandbox = useTestSandbox({ replaceInStore: createFailingMethods });
beforeAll(async () => {
  const { body: record } = await sandbox.sendSms(PHONE);
  const { items } = (await sandbox.send('GET', '/sandbox/inbox')).body;
  const attempt = { phoneId: record.phoneId, otp: items[0].code };
  const path = '/v1/auth/otp/sms:authenticate';
  session = (await sandbox.send('POST', path, attempt, CREDENTIALS)).body.sessionJwt;
});

function createFailingMethods(store: Store): Pick<Store, 'read' | 'write'> {
  const isFailing = (workspace: unknown) =>
    storeError !== undefined && typeof workspace === 'object';
  return {
    read: (workspace, work) =>
      isFailing(workspace) ? Promise.reject(storeError) : store.read(workspace, work),
    write: (workspace, work) =>
      isFailing(workspace) ? Promise.reject(storeError) : store.write(workspace, work),
  };
}

const BODIES = new Map(serviceRequests.map(({ operationId, body }) => [operationId, body]));
const OPERATIONS = [...BODIES.keys()];

/** Returns the bearer token that an operation requires. */
function getBearer(operationId: string): string {
  return operationId === 'sendSmsOtp' ? 'wallet-app-token' : session;
}

/** Sends a request built from the served contract, and validates the response with the contract. */
async function sendTo(
  operationId: string,
  {
    headers: changedHeaders = {},
    prefix = '',
  }: { headers?: Record<string, string>; prefix?: string } = {},
) {
  const served = (await sandbox.send('GET', '/sandbox/openapi.json')).body;
  const endpoints = Object.entries<Record<string, { operationId: string }>>(served.paths).flatMap(
    ([target, item]) =>
      Object.entries(item).map(([verb, operation]) => ({ ...operation, target, verb })),
  );
  const endpoint = endpoints.find((candidate) => candidate.operationId === operationId);
  const { target = '', verb = '' } = endpoint ?? {};
  const method = verb.toUpperCase();
  const body = BODIES.get(operationId);
  const request: SentRequest = {
    method,
    target,
    headers: {
      ...CREDENTIALS,
      authorization: `Bearer ${getBearer(operationId)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...changedHeaders,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const response = await sendRawRequest(`${sandbox.url}${prefix}`, {
    method,
    path: target,
    headers: Object.entries(request.headers).map(([name, value]) => [name, value ?? ''] as const),
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const headers = new Headers({ 'content-type': String(response.headers['content-type']) });
  const exchangeResponse = { status: response.status, headers, body: response.body };
  return {
    status: response.status,
    code: response.body.code,
    problems: new ContractChecker(served).listProblems({ request, response: exchangeResponse }),
  };
}

it.each([
  [400, 'malformed', { host: 'a', Host: 'b' }],
  [417, 'expectationFailed', { expect: 'unsupported' }],
  [431, 'headersTooLarge', { 'x-large': 'x'.repeat(20_000) }],
])(
  'the served contract contains the error code of a request that is rejected before routing: %i %s',
  async (status, code, headers) => {
    const { body: served } = await sandbox.send('GET', '/sandbox/openapi.json');
    const response = await sendRawRequest(sandbox.url, {
      method: 'GET',
      path: '/user',
      headers: Object.entries<string>(headers),
    });
    expect(response).toMatchObject({ status, body: { code } });
    expect(served.components.schemas.SandboxError.properties.code.enum).toContain(code);
    expect(served.info.description).toContain(`${status} ${code}`);
  },
);

describe.each(OPERATIONS)('the served contract of %s', (operationId) => {
  it('contains the response for an unknown workspace', async () => {
    expect(await sendTo(operationId, { prefix: '/w/unknown' })).toEqual({
      status: 404,
      code: 'workspaceUnknown',
      problems: [],
    });
  });

  it('contains the response for a Host that is not allowed', async () => {
    const headers = { host: 'rebound.example' };
    expect(await sendTo(operationId, { headers })).toEqual({
      status: 403,
      code: 'hostNotAllowed',
      problems: [],
    });
  });

  it.each([
    [409, 'workspaceReset', () => new WorkspaceReset('default')],
    [503, 'storeUnavailable', () => new StoreUnavailable('It is down.')],
  ])('contains the response %i %s', async (status, code, error) => {
    storeError = error();
    try {
      expect(await sendTo(operationId)).toEqual({ status, code, problems: [] });
    } finally {
      storeError = undefined;
    }
  });

  it('contains the response for wrong credentials', async () => {
    const headers = { 'service-client-secret': 'wrong-secret' };
    expect(await sendTo(operationId, { headers })).toMatchObject({ status: 401, problems: [] });
  });
});
