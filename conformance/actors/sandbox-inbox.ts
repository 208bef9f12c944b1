/** The inbox of a flagbearer sandbox, which is found by itself. */
import { fieldsOrNull } from '../responses/fields.ts';
import { jsonIn, textOf } from '../target/response-body.ts';
import type { Sleep } from '../target/waiting.ts';

const LOOKS = 4;
const PAUSE_BETWEEN_LOOKS = 100;

/** What something before the deployment answers in its place. */
const NOT_ITS_OWN = new Set([429, 502, 503, 504]);

/**
 * Looks for an inbox; again where the response is not the deployment's own.
 *
 * @returns the URL of the inbox; null where the target is no sandbox, or its inbox is closed to us
 */
export async function findInbox(
  target: string,
  timeout: number,
  sleep: Sleep,
): Promise<string | null> {
  const url = `${target}/sandbox/inbox`;
  for (let look = 1; look <= LOOKS; look += 1) {
    if (look > 1) await sleep(PAUSE_BETWEEN_LOOKS);
    const seen = await lookAt(url, Math.min(timeout, 2000));
    if (seen !== 'unclear') return seen === 'inbox' ? url : null;
  }
  return null;
}

async function lookAt(url: string, timeout: number): Promise<'inbox' | 'no inbox' | 'unclear'> {
  try {
    const response = await fetch(`${url}?to=nobody@example.test`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    if (NOT_ITS_OWN.has(response.status)) return 'unclear';
    if (!response.ok) return 'no inbox';
    const body = await textOf(response)
      .then(jsonIn)
      .catch(() => null);
    return Array.isArray(fieldsOrNull(body)?.['items']) ? 'inbox' : 'no inbox';
  } catch {
    return 'unclear';
  }
}
