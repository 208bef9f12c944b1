/** A run decides from the first responses whether the target is this service and knows the client. */
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Stop } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createPlainSettings } from './plain-settings.ts';
import { useServer } from './use-server.ts';

type ScriptedResponse = readonly [status: number, body?: object | string];
type Respond = (request: {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}) => ScriptedResponse;

let respond: Respond;
const getUrl = useServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const { url: path = '', headers } = request;
    const [status, responseBody = {}] = respond({ path, headers, body });
    const isText = typeof responseBody === 'string';
    response
      .writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
      .end(isText ? responseBody : JSON.stringify(responseBody));
  });
});

/** Returns why the run stopped before its checks. In the message, `URL` replaces the URL of the target. */
async function findStop(
  newRespond: Respond,
  skip: readonly OperationId[] = [],
  prefix = '',
): Promise<Stop | null> {
  respond = newRespond;
  const url = `${getUrl()}${prefix}`;
  const ports = { assumedDialect: defaultDialect, sleep: () => Promise.resolve() };
  const { stop } = await runConformance(createPlainSettings(url, { skip }), ports, []);
  return stop && { ...stop, message: stop.message.replaceAll(url, 'URL') };
}

const hasWrongSecret = ({ headers }: Parameters<Respond>[0]) =>
  headers['service-client-secret'] !== 'app-secret';

describe('if every request is rejected', () => {
  // With 400 and 422, the reason is not an invalid request: the run also sends valid requests.
  it.each([401, 403, 400, 422])('with %i, the run reports an unknown client', async (status) => {
    expect(await findStop(() => [status, { code: 'no' }])).toEqual({
      kind: 'credentialsRefused',
      message: `URL rejects every request with ${status}. Check --client-id and --client-secret.`,
    });
  });

  it('with 401 and 403, the run reports an unknown client', async () => {
    const stop = await findStop(({ body }) => [body.includes('EVM') ? 403 : 401]);
    expect(stop?.message).toContain('rejects every request with 401, 403');
  });

  it.each([404, 405, 501])('with %i, the run reports another service', async (status) => {
    expect(await findStop(() => [status, 'Not here.'])).toEqual({
      kind: 'otherService',
      message: `no operation of the interface at URL: POST URL/v1/auth/cryptoWallet:start returns ${status}. Check the base URL.`,
    });
  });

  it.each([500, 505, 429])('with %i, the run reports the status', async (status) => {
    expect(await findStop(() => [status])).toEqual({
      kind: 'unreachable',
      message: `URL returns ${status} to every request. Check that the service behind it is running.`,
    });
  });

  it('with 500 and 429, the run reports both', async () => {
    const stop = await findStop(({ body }) => [body.includes('EVM') ? 429 : 500]);
    expect(stop?.message).toContain('returns 500, 429 to every request');
  });

  it.each([502, 503, 504])('with %i, the run reports a gateway', async (status) => {
    expect(await findStop(() => [status])).toEqual({
      kind: 'unreachable',
      message: `cannot reach URL: POST /v1/auth/cryptoWallet:start returns ${status}`,
    });
  });

  it('with 401 for a wrong secret and 500 otherwise, the run reports an unreachable service', async () => {
    const stop = await findStop((request) => [hasWrongSecret(request) ? 401 : 500]);
    expect(stop?.kind).toBe('unreachable');
  });
});

it('suggests removing /v1 from the base URL if every operation returns 404', async () => {
  expect((await findStop(() => [404], [], '/v1'))?.message).toMatch(
    / at URL: POST URL\/v1\/auth\/.* returns 404\. Remove \/v1 from the base URL\.$/,
  );
});

it('reports another service if every response is an HTML page', async () => {
  expect((await findStop(() => [200, '<!doctype html>']))?.kind).toBe('otherService');
});

describe('with --skip', () => {
  it.each<[OperationId, string]>([
    ['startWalletAuth', '/v1/auth/otp/email:send'],
    ['sendEmailOtp', '/v1/auth/cryptoWallet:start'],
  ])('%s, only the other operation decides', async (skipped, path) => {
    const paths = new Set<string>();
    const stop = await findStop(
      (request) => {
        if (request.path.startsWith('/v1/')) paths.add(request.path);
        return [404];
      },
      [skipped],
    );
    expect(stop?.message).toBe(
      `no operation of the interface at URL: POST URL${path} returns 404. Check the base URL.`,
    );
    expect([...paths]).toEqual([path]);
  });

  it('of both operations, the run starts', async () => {
    expect(await findStop(() => [404], ['startWalletAuth', 'sendEmailOtp'])).toBe(null);
  });
});

describe('the target is this service', () => {
  it.each<[string, Respond]>([
    ['if a request is accepted', () => [200, { challenge: 'Sign this.' }]],
    [
      'if the other variant is accepted',
      ({ body }) => (body.includes('EVM') ? [200, { challenge: 'Sign this.' }] : [400]),
    ],
    ['if a wrong secret gets another status', (request) => [hasWrongSecret(request) ? 401 : 400]],
    [
      'if only a missing bearer token gets another status',
      (request) => [request.headers.authorization ? 400 : 401],
    ],
    ...(['code', 'type', 'title', 'error'] as const).map((name): [string, Respond] => [
      `if a wrong secret gets another ${name}`,
      (request) => [400, { [name]: hasWrongSecret(request) ? 'client' : 'invalidRequest' }],
    ]),
    [
      'if a wrong secret gets another error code',
      (request) => [
        400,
        { error: { code: hasWrongSecret(request) ? 'client' : 'invalidRequest' } },
      ],
    ],
    [
      'if some requests are rejected and others return 404',
      ({ body }) => [body === '{}' ? 404 : 422],
    ],
    [
      'if one variant returns 400 and the other 404',
      ({ body }) => [body.includes('EVM') ? 404 : 400],
    ],
  ])('%s', async (_, respondWith) => expect(await findStop(respondWith)).toBe(null));
});
