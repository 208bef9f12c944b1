import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { median } from './measurement.mjs';

const run = promisify(execFile);
const autocannon = createRequire(import.meta.url).resolve('autocannon');

/**
 * Repeats a request with autocannon in a separate process; throws if a response does not have the status `expected`.
 *
 * @param {{ url: string, method?: string, headers?: Record<string, string>, body?: string }} request
 * @returns {Promise<{ perSecond: number, p50: number, p99: number }>} latencies in milliseconds
 */
export async function load(request, seconds, { connections = 32, expected = 200 } = {}) {
  const headers = Object.entries(request.headers ?? {}).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const duration = String(Math.max(1, Math.round(seconds)));
  const { stdout } = await run(
    process.execPath,
    [
      autocannon,
      ...['--json', '--connections', String(connections), '--duration', duration],
      ...['--method', request.method ?? 'GET', ...headers],
      ...(request.body === undefined ? [] : ['--body', request.body]),
      request.url,
    ],
    { maxBuffer: 2 ** 24 },
  );
  const result = JSON.parse(stdout);
  const total = result.requests.total;
  const unexpectedCount = total - (result.statusCodeStats?.[String(expected)]?.count ?? 0);
  if (result.errors + result.timeouts > 0 || unexpectedCount > 0) {
    throw new Error(
      `${request.url}: ${unexpectedCount} of ${total} responses do not have status ${expected}, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Repeats requests at the same time, dividing the connections; returns the total rate and the median p50. */
export async function loadAll(requests, seconds, { connections = 32, expected = 200 } = {}) {
  const options = { connections: connections / requests.length, expected };
  const results = await Promise.all(requests.map((request) => load(request, seconds, options)));
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: median(results.map(({ p50 }) => p50)),
  };
}
