/** When a run waits, retries or ends: rate limits (§8), gateway errors, lost connections, its own limits. */
import { describe, expect, it } from 'vitest';
import { DROP, createStartRequest, useScriptedServer } from './scripted-server.ts';

const { run } = useScriptedServer();

/** Runs a check that passes if its request is accepted. A request without a scripted response is accepted. */
const runAccepting = (responses: Parameters<typeof run>[0]) =>
  run(responses, async (t) => t.assertAccepted(await t.send(createStartRequest(t))));
/** Runs a check that passes if its request is rejected. */
const runRejecting = (responses: Parameters<typeof run>[0]) =>
  run(responses, async (t) => t.assertRejected(await t.send(createStartRequest(t))));
const repeat = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

/** The pauses before the second and third try without Retry-After, in milliseconds. */
const DEFAULT_PAUSES = [60, 120];
const passed = { verdict: 'pass' };
/** A check is attempted at most six times: until no request fails or is rate-limited. */
const ATTEMPTS = 6;

const createLimit = (retryAfter?: string, status = 429, date?: string) => ({
  status,
  headers: {
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    ...(date !== undefined && { date }),
  },
});

describe('a run that is rate-limited (§8)', () => {
  it.each([
    ['for the seconds in Retry-After', [createLimit('2'), createLimit('3')], [2000, 3000]],
    ['longer each time if Retry-After is missing', [createLimit(), createLimit()], DEFAULT_PAUSES],
    ['the default time if Retry-After is a word', [createLimit('soon')], [60]],
    ['the default time if Retry-After is a decimal number', [createLimit('1.5')], [60]],
    [
      'until the time in Retry-After',
      [createLimit('Thu, 15 Jan 2026 10:00:04 GMT', 429, 'Thu, 15 Jan 2026 10:00:00 GMT')],
      [4000],
    ],
    [
      'not at all if the time in Retry-After is past',
      [createLimit('Thu, 15 Jan 2026 09:59:00 GMT', 429, 'Thu, 15 Jan 2026 10:00:00 GMT')],
      [0],
    ],
    ['after another status with Retry-After', [createLimit('1', 403)], [1000]],
    ['for five seconds, the maximum', [createLimit('5')], [5000]],
  ] as const)('waits %s', async (_name, responses, expected) => {
    expect(await runAccepting([...responses])).toMatchObject({ result: passed, waits: expected });
  });

  it.each([
    // Longer than the maximum of five seconds.
    ['429 with Retry-After: 6 s', createLimit('6'), []],
    ['429', createLimit(), repeat(ATTEMPTS, DEFAULT_PAUSES).flat()],
    // Five tries per attempt.
    ['429 with Retry-After: 1 s', createLimit('1'), repeat(ATTEMPTS * 4, 1000)],
  ])('reports a check as not tested if it always gets %s', async (status, limit, expected) => {
    const { result, waits } = await runAccepting(repeat(30, limit));
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'environment' });
    expect(result.reason).toMatch(new RegExp(`limit or a gateway: ${status}\\.$`));
    expect(waits).toEqual(expected);
  });

  it.each([
    ['400 with Retry-After: 0', createLimit('0', 400)],
    ['400 without Retry-After', { status: 400 }],
  ])('does not wait after %s', async (_name, response) => {
    expect(await runRejecting([response])).toMatchObject({ result: passed, waits: [] });
  });
});

describe('a gateway error', () => {
  it.each([502, 503, 504])('%i is retried', async (status) => {
    const outcome = await runAccepting([{ status }, createLimit('1', status)]);
    expect(outcome).toMatchObject({ result: passed, waits: [60, 1000] });
  });

  it('that persists makes the check not tested', async () => {
    const { result, waits, requestCount } = await runAccepting(repeat(90, { status: 503 }));
    expect(result.verdict).toBe('not-tested');
    expect(result.reason).toMatch(/503 to POST/);
    expect(waits.slice(0, 2)).toEqual(DEFAULT_PAUSES);
    expect(requestCount).toBeLessThan(90);
  });

  // Without Retry-After, the service may have processed the request (RFC 9110, section 10.2.3).
  it('without a Retry-After header makes a later failure inconclusive', async () => {
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
  ])(
    'is assumed for 403 with an HTML page, but not with JSON: %s',
    async (type, verdict, reason) => {
      const { result } = await runRejecting(
        repeat(9, { status: 403, headers: { 'content-type': type } }),
      );
      expect(result.verdict).toBe(verdict);
      expect(result.reason).toMatch(reason);
    },
  );

  it.each([302, 303, 307, 408])(
    'is assumed for the first three %i responses, but not for the fourth',
    async (status) => {
      expect(await runAccepting(repeat(3, { status }))).toMatchObject({
        result: passed,
        waits: [60, 120, 240],
      });
      expect(await runAccepting(repeat(9, { status }))).toMatchObject({
        result: { verdict: 'fail' },
        requestCount: 4,
      });
    },
  );

  it('is assumed for any number of 302 that alternate with other results', async () => {
    const outcome = await runAccepting([DROP, { status: 503 }, DROP, { status: 302 }]);
    expect(outcome.result).toMatchObject(passed);
    const alternating = [302, 307, 302, 307, 302].map((status) => ({ status }));
    const { result } = await runAccepting(repeat(18, alternating).flat());
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'environment' });
    expect(result.reason).toMatch(/alternates between 302, 307, 302, 307, 302\.$/);
  });
});

describe('a broken connection', () => {
  it('is retried after a valid request succeeds', async () => {
    // First two connections of the check break, then two connections of the valid request.
    expect(await runAccepting(repeat(4, DROP))).toMatchObject({
      result: passed,
      waits: [...DEFAULT_PAUSES, ...DEFAULT_PAUSES],
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

describe('a check', () => {
  it('ends at the maximum number of requests', async () => {
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
    ['sends no request after the maximum duration', 130_000, [], 1, 'is reached'],
    // The 43 requests are one attempt, with retries and with valid requests in between.
    [
      'is not repeated in the last sixth of the maximum duration',
      110_000,
      repeat(90, { status: 502 }),
      43,
      'leaves no time for further checks',
    ],
  ])('%s', async (_title, elapsed, responses, expected, state) => {
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
    expect(requestCount).toBe(expected);
    expect(result).toMatchObject({
      verdict: 'not-tested',
      cause: 'budget',
      reason: `The limit of 2 min ${state}. Increase --max-duration.`,
    });
  });

  it('is not tested once the run has waited two minutes', async () => {
    const { result, waits } = await run(repeat(90, createLimit('5')), async (t) => {
      for (;;) t.assertAccepted(await t.send(createStartRequest(t)));
    });
    expect(result.verdict).toBe('not-tested');
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(120_000);
  });
});
