/** Detects the inbox of a flagbearer sandbox. */
import { toFields } from '../responses/fields.ts';
import { BodyError, parseJson, readText } from '../target/response-body.ts';
import type { Sleep } from '../target/waiting.ts';

const MAX_ATTEMPTS = 4;
const PAUSE_BETWEEN_ATTEMPTS = 100;

/** Statuses that a gateway may return instead of the deployment. */
const GATEWAY_STATUSES = new Set([429, 502, 503, 504]);

/** Returns the URL of the inbox of a sandbox; null for other targets or without a control API. */
export async function findInbox(
  target: string,
  timeout: number,
  sleep: Sleep,
): Promise<string | null> {
  const url = `${target}/sandbox/inbox`;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await sleep(PAUSE_BETWEEN_ATTEMPTS);
    const result = await checkInbox(url, Math.min(timeout, 2000));
    if (result !== 'unclear') return result === 'inbox' ? url : null;
  }
  return null;
}

async function checkInbox(url: string, timeout: number): Promise<'inbox' | 'no inbox' | 'unclear'> {
  try {
    const response = await fetch(`${url}?to=nobody@example.test`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    if (GATEWAY_STATUSES.has(response.status)) return 'unclear';
    if (!response.ok) return 'no inbox';
    const body = parseJson(await readText(response));
    return Array.isArray(toFields(body)?.['items']) ? 'inbox' : 'no inbox';
  } catch (error) {
    return error instanceof BodyError ? 'no inbox' : 'unclear';
  }
}
