/** A deployment that stops responding during a run, or only seems to stop responding. */
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { RunPorts } from '../../conformance/run.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { listen } from '../setup/listen.ts';
import { createPlainSettings } from './plain-settings.ts';
import { useServer } from './use-server.ts';

type Respond = (response: ServerResponse, request: { number: number; path: string }) => void;

let respond: Respond;
let requestCount = 0;
const getUrl = useServer((request, response) => {
  request.resume();
  requestCount += 1;
  respond(response, { number: requestCount, path: request.url ?? '' });
});

const STOPPED = 'The deployment stopped responding';

const acceptRequest = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"challenge":"a"}');
const dropConnection = (response: ServerResponse): void => void response.destroy();
const returnGatewayError = (response: ServerResponse): void => void response.writeHead(503).end();

/**
 * Runs with a clock that advances one second at each reading, and without waiting. Without `assumedDialect`
 * the run starts with discovery. In the outcome, `URL` replaces the URL of the server.
 */
async function runAgainst(
  newRespond: Respond,
  ports: Partial<RunPorts> = { assumedDialect: defaultDialect },
): Promise<RunOutcome> {
  respond = newRespond;
  requestCount = 0;
  let now = 0;
  const url = getUrl();
  const settings = createPlainSettings(url, { maxRequests: 600, concurrency: 1 });
  const outcome = await runConformance(settings, {
    sleep: () => Promise.resolve(),
    now: () => (now += 1000),
    ...ports,
  });
  return JSON.parse(JSON.stringify(outcome).replaceAll(url, 'URL')) as RunOutcome;
}

/** The number of the first request that fails. */
const FIRST_FAILURE = 60;

/** Accepts all requests except `count` requests from FIRST_FAILURE. */
const failLater =
  (fail: Respond, count = Infinity): Respond =>
  (response, request) =>
    request.number >= FIRST_FAILURE && request.number < FIRST_FAILURE + count
      ? fail(response, request)
      : acceptRequest(response);

describe('the run stops', () => {
  it.each([
    ['a closed connection', dropConnection, 'connection closed without a response'],
    [
      'a gateway error',
      returnGatewayError,
      'every response has status 503. Check that the service behind it is running',
    ],
  ])('if every request fails with %s', async (_name, fail, reason) => {
    const { stop, results, budget } = await runAgainst(failLater(fail));
    expect(stop?.kind).toBe('stoppedResponding');
    expect(stop?.message.replace(/\. Last requests before that: .*/, '')).toBe(
      `URL stopped responding: ${reason}`,
    );
    // The run stops after 20 to 60 failures, far below its limit of 600 requests.
    expect(budget.requests.used).toBeLessThan(FIRST_FAILURE + 60);
    const untested = results.filter((result) => result.reason === `${STOPPED}: ${reason}.`);
    expect(untested.length).toBeGreaterThan(200);
    expect(untested.every(({ cause }) => cause === 'environment')).toBe(true);
  });

  it('in the middle of discovery', async () => {
    const { stop, results } = await runAgainst(failLater(dropConnection), {});
    expect(stop?.kind).toBe('stoppedResponding');
    const checks = results.filter(({ level }) => level !== 'OPEN');
    expect(checks.every(({ reason }) => reason.startsWith(STOPPED))).toBe(true);
  });
});

it('a deployment that stops before its first response is unreachable', async () => {
  const stoppingServer = createServer((request) => {
    if (request.method === 'POST') stoppingServer.close();
    request.socket.destroy();
  });
  const port = await listen(stoppingServer);
  let now = 0;
  const { stop } = await runConformance(createPlainSettings(`http://127.0.0.1:${port}`), {
    sleep: () => Promise.resolve(),
    now: () => (now += 1000),
  });
  expect(stop?.kind).toBe('unreachable');
});

describe('the run continues', () => {
  it('as long as one operation still responds', async () => {
    const { stop } = await runAgainst((response, { path }) =>
      path.endsWith(':start') ? acceptRequest(response) : returnGatewayError(response),
    );
    expect(stop).toBeNull();
  });

  it('if the deployment recovers after 20 requests', async () => {
    const { stop, results } = await runAgainst(failLater(dropConnection, 20));
    expect(stop).toBeNull();
    expect(results.some(({ reason }) => reason.startsWith(STOPPED))).toBe(false);
  });

  it('if the outage is short, even if many requests fail', async () => {
    const { stop, budget } = await runAgainst(failLater(dropConnection), {
      assumedDialect: defaultDialect,
      now: () => 0,
    });
    expect(stop).toBeNull();
    expect(budget.requests.used).toBe(budget.requests.limit);
  });
});
