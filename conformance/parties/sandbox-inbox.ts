/** The inbox of a flagbearer sandbox, which is found by itself. */

/** @returns the URL of the inbox; null where the target is no sandbox, or its inbox is closed to us */
export async function findInbox(target: string, timeout: number): Promise<string | null> {
  const url = `${target}/sandbox/inbox`;
  try {
    const answer = await fetch(`${url}?to=nobody@example.test`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(Math.min(timeout, 2000)),
    });
    const body: unknown = answer.ok ? await answer.json() : null;
    const items: unknown = typeof body === 'object' && body !== null && Reflect.get(body, 'items');
    return Array.isArray(items) ? url : null;
  } catch {
    return null;
  }
}
