/** Sends HTTP requests over keep-alive connections, with little CPU time. */
import { Agent, request } from 'node:http';

export const CLIENT = {
  'service-client-id': 'wallet-app',
  'service-client-secret': 'wallet-app-secret',
  accept: 'application/json',
};
export const BEARER = { authorization: 'Bearer wallet-app-token' };

export class Connections {
  #agent;
  constructor(count = 32) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: count, scheduling: 'fifo' });
  }

  /** @returns {Promise<{ status: number, body: any, text: string, bytes: number }>} */
  send(method, url, body = undefined, headers = {}) {
    return new Promise((resolve, reject) => {
      const json = body === undefined ? undefined : JSON.stringify(body);
      const contentHeaders = json !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      };
      const clientRequest = request(
        url,
        { method, agent: this.#agent, headers: { ...contentHeaders, ...headers } },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const text = bytes.toString();
            const status = response.statusCode ?? 0;
            resolve({ status, body: parseJson(text), text, bytes: bytes.length });
          });
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end(json);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs tasks with limited concurrency; returns the total seconds and the milliseconds of each task. */
export async function runTimed(items, concurrency, run) {
  const latencies = [];
  let next = 0;
  const startTime = performance.now();
  const worker = async () => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      const start = performance.now();
      await run(item);
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { seconds: (performance.now() - startTime) / 1000, latencies };
}

/** Returns the body of a response, or throws if the status is unexpected. */
export function expectStatus(response, status, step) {
  if (response.status !== status) {
    const text = response.text.slice(0, 300);
    throw new Error(`${step}: expected status ${status}, got ${response.status}: ${text}`);
  }
  return response.body;
}
