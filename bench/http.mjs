/** Cheap HTTP requests over keep-alive connections. */
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
  call(method, url, body = undefined, headers = {}) {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const type =
        text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const sent = request(
        url,
        { method, agent: this.#agent, headers: { ...type, ...headers } },
        (answer) => {
          const parts = [];
          answer.on('data', (part) => parts.push(part));
          answer.on('end', () => {
            const bytes = Buffer.concat(parts);
            const text = bytes.toString();
            const status = answer.statusCode ?? 0;
            resolve({ status, body: parsed(text), text, bytes: bytes.length });
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs tasks with limited concurrency; resolves to the total seconds and the milliseconds of each. */
export async function timed(items, atOnce, work) {
  const latencies = [];
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      const from = performance.now();
      await work(item);
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { seconds: (performance.now() - began) / 1000, latencies };
}

export function must(answer, status, what) {
  if (answer.status !== status) {
    throw new Error(`${what}: ${answer.status} and not ${status}: ${answer.text.slice(0, 300)}`);
  }
  return answer.body;
}
