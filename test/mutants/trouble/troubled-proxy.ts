/** Network trouble between a client and a deployment, drawn from a seed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createResponse, withHeaders, type ProxyResponse } from '../exchange.ts';
import {
  readRequest,
  sendToTarget,
  startProxy,
  writeResponse,
  type RunningProxy,
} from '../mutant-proxy.ts';
import { createSeededRandom } from '../../setup/seeded-random.ts';

/** The share of requests that each kind of trouble affects; together about a seventh. */
const RATES = {
  slow: 0.02,
  'rate limit': 0.025,
  'connection closed before the request is forwarded': 0.015,
  'connection closed after the request is forwarded': 0.01,
  unavailable: 0.01,
  'unavailable, with Retry-After': 0.01,
  'bad gateway page': 0.01,
  'cut short': 0.025,
  'redirected to a login page': 0.01,
  'request timeout page': 0.01,
};

export type Trouble = keyof typeof RATES;
export const troubles = Object.keys(RATES) as Trouble[];

export interface TroubledProxy extends RunningProxy {
  /** How often each kind of trouble occurred. */
  readonly troubleCounts: ReadonlyMap<Trouble, number>;
}

/** Starts a proxy to a base URL. The seed decides which requests are affected. */
export async function startTroubledProxy(target: string, seed: number): Promise<TroubledProxy> {
  const draw = createSeededRandom(seed);
  const troubleCounts = new Map<Trouble, number>();
  const proxy = await startProxy(async (incoming, response) => {
    const trouble = chooseTrouble(draw());
    if (trouble !== null) troubleCounts.set(trouble, (troubleCounts.get(trouble) ?? 0) + 1);
    const request = await readRequest(incoming);
    if (trouble === 'connection closed before the request is forwarded') {
      response.destroy();
      return;
    }
    if (trouble === 'slow') await sleep(20 + 60 * draw());
    const substitute = trouble === null ? null : createTroubleResponse(trouble, draw());
    const result = substitute ?? (await sendToTarget(target, request));
    const text = trouble === 'cut short' ? result.text.slice(0, -1) : result.text;
    if (trouble === 'connection closed after the request is forwarded') response.destroy();
    else writeResponse(response, { ...result, text });
  });
  return { ...proxy, troubleCounts };
}

/** Chooses the trouble of a request by a random number from 0 to 1. */
function chooseTrouble(random: number): Trouble | null {
  let upperBound = 0;
  for (const trouble of troubles) {
    upperBound += RATES[trouble];
    if (random < upperBound) return trouble;
  }
  return null;
}

/** Creates a response that replaces the response of the deployment. Returns null for other kinds of trouble. */
function createTroubleResponse(trouble: Trouble, random: number): ProxyResponse | null {
  const retryAfter = { 'retry-after': random < 0.5 ? '0' : '1' };
  switch (trouble) {
    case 'rate limit':
      return withHeaders(createResponse(429, { message: 'Too many requests.' }), retryAfter);
    case 'unavailable':
      return createResponse(503, { message: 'Service unavailable.' });
    case 'unavailable, with Retry-After':
      return withHeaders(createResponse(503, { message: 'Service unavailable.' }), retryAfter);
    case 'bad gateway page':
      return createResponse(502, '<html><body>Bad gateway</body></html>', 'text/html');
    case 'redirected to a login page':
      return withHeaders(createResponse(302, ''), { location: 'https://login.example.test/' });
    case 'request timeout page':
      return createResponse(408, '<html><body>Request time-out</body></html>', 'text/html');
    default:
      return null;
  }
}
