/** Waits and retries after responses of a rate limit or a gateway (§8). */
import { describe, expect, it } from 'vitest';
import { DROP, createStartRequest, useScriptedServer } from './scripted-server.ts';

const { run } = useScriptedServer();

const runAccepting = (responses: Parameters<typeof run>[0]) =>
  run(responses, async (t) => t.assertAccepted(await t.send(createStartRequest(t))));
const runRejecting = (responses: Parameters<typeof run>[0]) =>
  run(responses, async (t) => t.assertRejected(await t.send(createStartRequest(t))));
const repeat = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

const createLimit = (retryAfter?: string, status = 429, date?: string) => ({
  status,
  headers: {
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    ...(date !== undefined && { date }),
  },
});

describe('§8 too many requests', () => {
  it.each([
    ['as long as the response says', [createLimit('2'), createLimit('3')], [2000, 3000]],
    [
      'longer each time if the response does not say how long',
      [createLimit(), createLimit()],
      [60, 120],
    ],
    ['the default time if Retry-After is a word', [createLimit('soon')], [60]],
    ['the default time if Retry-After is a decimal number', [createLimit('1.5')], [60]],
    [
      'until a point in time',
      [createLimit('Thu, 15 Jan 2026 10:00:04 GMT', 429, 'Thu, 15 Jan 2026 10:00:00 GMT')],
      [4000],
    ],
    [
      'not at all if the point in time is past',
      [createLimit('Thu, 15 Jan 2026 09:59:00 GMT', 429, 'Thu, 15 Jan 2026 10:00:00 GMT')],
      [0],
    ],
    ['for another status with Retry-After', [createLimit('1', 403)], [1000]],
    ['at most five seconds', [createLimit('5')], [5000]],
  ] as const)('waits %s', async (_name, responses, expected) => {
    const { result, waits } = await runAccepting([...responses]);
    expect({ verdict: result.verdict, waits }).toEqual({ verdict: 'pass', waits: expected });
  });

  it.each([
    [repeat(30, createLimit('6')), /limit or a gateway: 429 with Retry-After: 6 s\.$/, []],
    [repeat(30, createLimit()), /limit or a gateway: 429\.$/, repeat(6, [60, 120]).flat()],
    [
      repeat(30, createLimit('1')),
      /limit or a gateway: 429 with Retry-After: 1 s\.$/,
      repeat(24, 1000),
    ],
  ])('make the check not tested if they persist', async (responses, reason, expected) => {
    const { result, waits } = await runAccepting(responses);
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'environment' });
    expect(result.reason).toMatch(reason);
    expect(waits).toEqual(expected);
  });

  it.each([
    ['a rejection with Retry-After: 0', createLimit('0', 400)],
    ['a rejection without Retry-After', { status: 400 }],
  ])('do not include %s', async (_name, response) => {
    const { result, waits } = await runRejecting([response]);
    expect({ verdict: result.verdict, waits }).toEqual({ verdict: 'pass', waits: [] });
  });
});

describe('a gateway error', () => {
  it.each([502, 503, 504])('%i is retried', async (status) => {
    const { result, waits } = await runAccepting([
      { status },
      { status, headers: { 'retry-after': '1' } },
    ]);
    expect({ verdict: result.verdict, waits }).toEqual({ verdict: 'pass', waits: [60, 1000] });
  });

  it('that persists makes the check not tested', async () => {
    const { result, waits, requestCount } = await runAccepting(repeat(90, { status: 503 }));
    expect(result.verdict).toBe('not-tested');
    expect(result.reason).toMatch(/503 to POST/);
    expect(waits.slice(0, 2)).toEqual([60, 120]);
    expect(requestCount).toBeLessThan(90);
  });

  it('invalidates the following responses unless it has a Retry-After header', async () => {
    const countAttempts = async (headers: Record<string, string>) => {
      let count = 0;
      await run([{ status: 503, headers }], async (t) => {
        count += 1;
        await t.send(createStartRequest(t));
        t.assert(false, 'it is wrong');
      });
      return count;
    };
    expect(await countAttempts({})).toBe(2);
    expect(await countAttempts({ 'retry-after': '1' })).toBe(1);
  });

  it.each([
    ['text/html; charset=utf-8', 'not-tested', /403 with an HTML page, probably from a gateway\.$/],
    ['Text/HTML', 'not-tested', /403 with an HTML page, probably from a gateway\.$/],
    ['application/json', 'pass', /^$/],
  ])('is assumed for 403 with an HTML page, not with JSON: %s', async (type, verdict, reason) => {
    const { result } = await runRejecting(
      repeat(9, { status: 403, headers: { 'content-type': type } }),
    );
    expect(result.verdict).toBe(verdict);
    expect(result.reason).toMatch(reason);
  });

  it.each([302, 303, 307, 408])(
    'is assumed for %i three times; the fourth response counts',
    async (status) => {
      const passing = await runAccepting(repeat(3, { status }));
      expect({ verdict: passing.result.verdict, waits: passing.waits }).toEqual({
        verdict: 'pass',
        waits: [60, 120, 240],
      });
      const { result, requestCount } = await runAccepting(repeat(9, { status }));
      expect({ verdict: result.verdict, requestCount }).toEqual({
        verdict: 'fail',
        requestCount: 4,
      });
    },
  );

  it('is assumed for 302 again after another response', async () => {
    const passing = await runAccepting([DROP, { status: 503 }, DROP, { status: 302 }]);
    expect(passing.result.verdict).toBe('pass');
    const alternating = [302, 307, 302, 307, 302].map((status) => ({ status }));
    const { result } = await runAccepting(repeat(18, alternating).flat());
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'environment' });
    expect(result.reason).toMatch(/alternates between 302, 307, 302, 307, 302\.$/);
  });
});

describe('a broken connection', () => {
  it('is retried after a valid request succeeds', async () => {
    const { result, waits } = await runAccepting(repeat(4, DROP));
    expect({ verdict: result.verdict, waits }).toEqual({
      verdict: 'pass',
      waits: [60, 120, 60, 120],
    });
  });

  it('makes the check not tested if no valid request succeeds', async () => {
    const { result, requestCount } = await runAccepting(repeat(90, DROP));
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'environment' });
    expect(requestCount).toBeLessThan(90);
  });
});

describe('an interrupted run', () => {
  it('sends no request that waits for a slot', async () => {
    const controller = new AbortController();
    const { requestCount } = await run(
      [],
      async (t) => {
        const responses = [1, 2, 3].map(() => t.send(createStartRequest(t)));
        controller.abort();
        await Promise.all(responses);
      },
      { settings: { concurrency: 1 }, ports: { signal: controller.signal } },
    );
    expect(requestCount).toBe(0);
  });
});

describe('the budget', () => {
  it('for requests ends a check', async () => {
    const { result } = await run(
      [],
      async (t) => {
        for (;;) await t.send(createStartRequest(t));
      },
      { settings: { maxRequests: 5 } },
    );
    expect(result).toMatchObject({
      verdict: 'not-tested',
      cause: 'budget',
      reason: 'The limit of 5 requests is reached. Increase --max-requests.',
    });
  });

  it.each([
    ['ends the run when it is used up', 130_000, [], 1],
    ['reserves the last sixth', 110_000, repeat(90, { status: 502 }), 43],
  ])('for time %s', async (_what, elapsed, responses, expected) => {
    let now = 0;
    const { result, requestCount } = await run(
      [{ status: 200 }, ...responses],
      async (t) => {
        t.assertAccepted(await t.send(createStartRequest(t)));
        now = elapsed;
        t.assertAccepted(await t.send(createStartRequest(t)));
      },
      { settings: { maxDuration: 120_000 }, ports: { now: () => now } },
    );
    expect({ requestCount, ...result }).toMatchObject({
      requestCount: expected,
      verdict: 'not-tested',
      cause: 'budget',
      reason: 'The limit of 2 min is reached. Increase --max-duration.',
    });
  });

  it('for waiting is shared by the whole run', async () => {
    const { result, waits } = await run(repeat(90, createLimit('5')), async (t) => {
      for (;;) t.assertAccepted(await t.send(createStartRequest(t)));
    });
    expect(result.verdict).toBe('not-tested');
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(120_000);
  });
});
