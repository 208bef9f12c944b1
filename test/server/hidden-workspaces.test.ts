/** With a control token, a client without valid credentials cannot find out which workspaces exist. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../src/server/listen.ts';
import { plainSandbox } from '../plain-sandbox.ts';
import { sendRawRequest, type RawResponse, type RawRequest } from './raw-request.ts';

const TOKEN = 'let-me-in-please';

/** Starts a sandbox with the workspace `existing`. */
async function startWithControlToken(values?: object): Promise<string> {
  const dialect = { version: 1, values };
  const { url, close } = await startSandbox({
    ...plainSandbox,
    controlToken: TOKEN,
    ...(values && { dialect }),
  });
  onTestFinished(close);
  const { status } = await sendRawRequest(url, {
    path: '/sandbox/workspaces',
    headers: [
      ['authorization', `Bearer ${TOKEN}`],
      ['content-type', 'application/json'],
    ],
    body: '{"name": "existing"}',
  });
  expect(status).toBe(201);
  return url;
}

/** Returns the parts of a response that a client can compare, with the order of all headers. */
function toVisibleParts({ status, headers, text }: RawResponse): object {
  const { date: _date, 'x-request-id': id, ...comparableHeaders } = headers;
  expect(id).toBeTypeOf('string');
  const names = Object.keys(headers);
  return { status, headers: Object.entries(comparableHeaders), names, text };
}

/** Returns the name of a header and the length of its value; 0 for a value that differs in each response. */
function toNameAndLength([name, value]: [string, unknown]): [string, number] {
  return [name, name === 'x-request-id' || name === 'date' ? 0 : String(value).length];
}

const json = ['content-type', 'application/json'] as const;
/** A client id with a wrong secret. */
const client = [
  ['service-client-id', 'wallet-app'],
  ['service-client-secret', 'wrong-secret'],
] as const;

const requests: readonly RawRequest[] = [
  ...['', '/', '/health', '/ready', '/ready?a=b', '/users', '/openapi.json', '/nothing'].flatMap(
    (path) => [
      { method: 'GET', path: `/sandbox${path}` },
      {
        method: 'GET',
        path: `/sandbox${path}`,
        headers: [['authorization', 'Bearer wrong-token']] as const,
      },
    ],
  ),
  { path: '/sandbox/reset' },
  { path: '/sandbox/workspaces', headers: [json], body: '{"name": "mine"}' },
  { method: 'GET', path: '/sandbox/health', headers: [['origin', 'https://page.example']] },
  // The last path is unknown, but similar to an operation.
  ...['/', '/user', '/nothing', '/v1/auth/otp/sms:send', '/v1/auth/cryptoWallet:star'].flatMap(
    (path) => [
      { method: 'GET', path },
      { method: 'HEAD', path },
      { path, headers: [json], body: '{}' },
      { path, headers: [json, ...client], body: '{"phoneNumber": "+12025550143"}' },
      { path, headers: [json, ...client, ['authorization', 'Bearer a.b.c'] as const], body: '{' },
      { method: 'DELETE', path, headers: [['origin', 'http://localhost:5173']] as const },
      {
        method: 'OPTIONS',
        path,
        headers: [
          ['origin', 'http://localhost:5173'],
          ['access-control-request-method', 'POST'],
        ] as const,
      },
    ],
  ),
  { path: '/v1/auth/otp/sms:send', headers: [json, client[0]], body: '{}' },
  { path: '/v1/auth/otp/sms:send', headers: [json, ...client], body: 'x'.repeat(200_000) },
  { path: '/v1/auth/otp/sms:send', headers: [json, ['prefer', 'status=503']], body: '{}' },
  { path: '/.well-known/jwks.json', headers: [json], body: '{}' },
];

describe('an unknown workspace', () => {
  it('is indistinguishable from an existing workspace without valid credentials', async () => {
    const url = await startWithControlToken();
    for (const request of requests) {
      const [existingResult, unknownResult] = await Promise.all([
        sendRawRequest(`${url}/w/existing`, request),
        sendRawRequest(`${url}/w/unknown`, request),
      ]);
      expect([request, toVisibleParts(unknownResult)]).toEqual([
        request,
        toVisibleParts(existingResult),
      ]);
    }
  });

  it.each(['ES256', 'EdDSA', 'RS256'])(
    'publishes a key, as an existing workspace does: %s',
    async (algorithm) => {
      const url = await startWithControlToken({ session: { algorithm } });
      const readKey = async (name: string) => {
        const path = `/w/${name}/.well-known/jwks.json`;
        const response = await sendRawRequest(url, { method: 'GET', path });
        const [key] = response.body.keys as JsonWebKey[];
        if (key === undefined) throw new Error(`the workspace ${name} publishes no key`);
        // Values differ; their format does not.
        expect(createPublicKey({ key, format: 'jwk' }).type).toBe('public');
        const text = response.text.replaceAll(/"(x|y|n|kid)":"[^"]*"/g, '"$1":""');
        return { key, text, headers: Object.entries(response.headers).map(toNameAndLength) };
      };
      const [existingResult, unknownResult, repeatedResult, otherUnknownResult] = await Promise.all(
        ['existing', 'unknown', 'unknown', 'unknown-2'].map(readKey),
      );
      expect([unknownResult?.text, unknownResult?.headers]).toEqual([
        existingResult?.text,
        existingResult?.headers,
      ]);
      expect(repeatedResult?.key).toEqual(unknownResult?.key);
      expect(otherUnknownResult?.key).not.toEqual(unknownResult?.key);
    },
  );

  it('is reported as unknown to a client with valid credentials', async () => {
    const url = await startWithControlToken();
    const headers = [
      ['service-client-id', 'wallet-app'],
      ['service-client-secret', 'wallet-app-secret'],
    ] as const;
    const serviceResponse = await sendRawRequest(`${url}/w/unknown`, {
      method: 'GET',
      path: '/user',
      headers,
    });
    expect(serviceResponse).toMatchObject({ status: 404, body: { code: 'workspaceUnknown' } });
    const controlResponse = await sendRawRequest(`${url}/w/unknown`, {
      method: 'GET',
      path: '/sandbox/health',
      headers: [['authorization', `Bearer ${TOKEN}`]],
    });
    expect(controlResponse).toMatchObject({ status: 404, body: { code: 'workspaceUnknown' } });
  });
});
