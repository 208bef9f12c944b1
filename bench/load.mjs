/** Runs autocannon in a separate process, so that it does not slow down this one. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { median } from './measurement.mjs';

const run = promisify(execFile);
const autocannon = createRequire(import.meta.url).resolve('autocannon');

/**
 * @param {{ url: string, method?: string, headers?: Record<string, string>, body?: string }} request
 * @returns {Promise<{ perSecond: number, p50: number, p99: number }>} latencies in milliseconds
 */
export async function load(request, seconds, { connections = 32, expected = 200 } = {}) {
  const headers = Object.entries(request.headers ?? {}).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const { stdout } = await run(
    process.execPath,
    [
      autocannon,
      ...[
        '--json',
        '--connections',
        String(connections),
        '--duration',
        String(Math.max(1, Math.round(seconds))),
      ],
      ...['--method', request.method ?? 'GET', ...headers],
      ...(request.body === undefined ? [] : ['--body', request.body]),
      request.url,
    ],
    { maxBuffer: 2 ** 24 },
  );
  const result = JSON.parse(stdout);
  const correct = result.statusCodeStats?.[String(expected)]?.count ?? 0;
  const all = result.requests.total;
  if (result.errors + result.timeouts > 0 || correct < all) {
    throw new Error(
      `${request.url}: ${all - correct} of ${all} responses do not have status ${expected}, ${result.errors} errors`,
    );
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Loads several URLs at the same time, dividing the connections; resolves to the totals. */
export async function loadAll(requests, seconds, { connections = 32, expected = 200 } = {}) {
  const each = { connections: connections / requests.length, expected };
  const results = await Promise.all(requests.map((request) => load(request, seconds, each)));
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: median(results.map(({ p50 }) => p50)),
  };
}
