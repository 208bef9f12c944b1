/** A deployment that stops responding during a run, or only seems to. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { RunPorts } from '../../conformance/run.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { plainSettings } from './plain-settings.ts';

type Answering = (response: ServerResponse, call: { number: number; path: string }) => void;

let answering: Answering;
let calls = 0;
const server = createServer((request, response) => {
  request.resume();
  calls += 1;
  answering(response, { number: calls, path: request.url ?? '' });
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

const GONE = 'The deployment stopped responding';

const answered = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"challenge":"a"}');
const dropped = (response: ServerResponse): void => void response.destroy();
const byGateway = (response: ServerResponse): void => void response.writeHead(503).end();

/** A run whose clock advances one second with each reading, and whose waits take no time. */
async function runAgainst(
  answers: Answering,
  ports: Partial<RunPorts> = { assumedDialect: defaultDialect },
): Promise<RunOutcome> {
  answering = answers;
  calls = 0;
  let now = 0;
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const outcome = await runConformance(plainSettings(url, { maxRequests: 600, concurrency: 1 }), {
    sleep: () => Promise.resolve(),
    now: () => (now += 1000),
    ...ports,
  });
  return JSON.parse(JSON.stringify(outcome).replaceAll(url, 'it')) as RunOutcome;
}

const from =
  (first: number, instead: Answering, last = Infinity): Answering =>
  (response, call) =>
    call.number >= first && call.number <= last ? instead(response, call) : answered(response);

describe('the run ends', () => {
  it.each([
    ['a closed connection', dropped, 'connection closed without a response'],
    ['a gateway error', byGateway, 'every response is 503; the service behind it may be down'],
  ])('if every request fails with %s', async (_name, instead, why) => {
    const { stop, results, budget } = await runAgainst(from(60, instead));
    expect(stop?.kind).toBe('stoppedResponding');
    expect(stop?.message.replace(/; the last requests before: .*/, '')).toBe(
      `it stopped responding: ${why}`,
    );
    expect(budget.requests.used).toBeLessThan(60 + 60);
    const untested = results.filter(({ reason }) => reason === `${GONE}: ${why}.`);
    expect(untested.length).toBeGreaterThan(200);
    expect(untested.every(({ cause }) => cause === 'environment')).toBe(true);
  });

  it('in the middle of discovery', async () => {
    const { stop, results } = await runAgainst(from(60, dropped), {});
    expect(stop?.kind).toBe('stoppedResponding');
    const checks = results.filter(({ level }) => level !== 'OPEN');
    expect(checks.every(({ reason }) => reason.startsWith(GONE))).toBe(true);
  });
});

describe('the run goes on', () => {
  it('if one operation is out of order', async () => {
    const { stop } = await runAgainst((response, { path }) =>
      path.endsWith(':start') ? answered(response) : byGateway(response),
    );
    expect(stop).toBeNull();
  });

  it('if the deployment recovers', async () => {
    const { stop, results } = await runAgainst(from(60, dropped, 79));
    expect(stop).toBeNull();
    expect(results.some(({ reason }) => reason.startsWith(GONE))).toBe(false);
  });

  it('if the outage is short, however many requests fail', async () => {
    const { stop, budget } = await runAgainst(from(60, dropped), {
      assumedDialect: defaultDialect,
      now: () => 0,
    });
    expect(stop).toBeNull();
    expect(budget.requests.used).toBe(budget.requests.most);
  });
});
