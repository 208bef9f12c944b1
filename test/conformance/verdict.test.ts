/** Tests the verdict of a check for each way in which it can end. */
import { describe, expect, it } from 'vitest';
import {
  Failure,
  NotTested,
  Skipped,
  UnusableInput,
  createSettingError,
} from '../../conformance/check-errors.ts';
import { BudgetSpent, Interrupted, RequestError } from '../../conformance/target/request-errors.ts';
import { CHALLENGE, DROP, createStartRequest, useScriptedServer } from './scripted-server.ts';

const { run } = useScriptedServer();

const rejection = { status: 400, text: '{"code":"schema"}' };
const serverError = { status: 500, text: '{"code":"broken"}' };
const requirements = {
  MUST: '4.1.operation.starts',
  SHOULD: '2.2.variant.either-name',
  OPEN: '2.1.content-type.other',
} as const;

describe('a check that fails', () => {
  it.each([
    ['MUST', { verdict: 'fail', cause: 'contract' }],
    ['SHOULD', { verdict: 'warn', cause: 'contract' }],
    ['OPEN', { verdict: 'observed' }],
  ] as const)('gets the verdict of its requirement level %s', async (level, expected) => {
    const { result } = await run(
      [{ status: 200 }, rejection],
      async (t) => {
        await t.send(createStartRequest(t));
        t.assertAccepted(await t.send(createStartRequest(t)));
      },
      { attributes: { requirement: requirements[level] } },
    );
    expect(result).toMatchObject({
      ...expected,
      level,
      reason: 'Expected 2xx for the request, got 400.',
    });
    expect('cause' in result).toBe('cause' in expected);
    // The failing exchange is last, because reports show how to send the last exchange again.
    expect(result.evidence.map(({ response }) => response?.status)).toEqual([200, 400]);
  });

  it('includes at most six exchanges, the failed exchange last', async () => {
    const { result } = await run(
      [rejection, ...Array.from({ length: 9 }, () => ({ status: 200 }))],
      async (t) => {
        const response = await t.send(createStartRequest(t));
        for (let count = 0; count < 9; count += 1) await t.send(createStartRequest(t));
        t.assertAccepted(response);
      },
    );
    expect(result.evidence.map(({ response }) => response?.status)).toEqual([
      200, 200, 200, 200, 200, 400,
    ]);
  });
});

describe('a completed check', () => {
  it('passes with the last exchange as evidence', async () => {
    const { result } = await run([{ status: 200 }, { status: 201 }], async (t) => {
      for (let count = 0; count < 2; count += 1)
        t.assertAccepted(await t.send(createStartRequest(t)));
    });
    expect(result).toMatchObject({ verdict: 'pass', reason: '' });
    expect(result.evidence.map(({ response }) => response?.status)).toEqual([201]);
  });

  it('passes with its observations as the reason', async () => {
    const { result } = await run([], async (t) => {
      t.observe('the first is so');
      t.observe('the second is otherwise');
    });
    expect(result).toMatchObject({
      verdict: 'pass',
      reason: 'The first is so; the second is otherwise.',
    });
  });

  it.each([
    [null, 'As expected.'],
    ['the status is 200', 'The status is 200.'],
  ])('with level OPEN reports an observation: %s', async (observation, reason) => {
    const { result } = await run(
      [],
      async (t) => {
        if (observation === null) t.assertAccepted(await t.send(createStartRequest(t)));
        else t.observe(observation);
      },
      { attributes: { requirement: requirements.OPEN } },
    );
    expect(result).toMatchObject({ verdict: 'observed', reason });
    expect(result).not.toHaveProperty('cause');
  });

  it.each(['MUST', 'OPEN'] as const)(
    'is an internal error if it asserted nothing (%s)',
    async (level) => {
      const { result } = await run([], async (t) => void (await t.send(createStartRequest(t))), {
        attributes: { requirement: requirements[level] },
      });
      expect(result).toMatchObject({
        verdict: 'error',
        cause: 'flagbearer',
        reason: 'The check made no assertion.',
      });
      expect(result.evidence).toHaveLength(1);
    },
  );
});

it('a logged assertion failure contains its name', () => {
  expect(String(new Failure('it is wrong', []))).toBe('Failure: it is wrong');
});

describe('a check that cannot run', () => {
  it('is an environment error if a setting is unusable, and records the setting', async () => {
    const problem = { input: 'accounts[a]', reason: 'flags: declared F1001, read none' };
    const { result, unusableInputs } = await run([], async (t) => {
      await t.send(createStartRequest(t));
      throw new UnusableInput(problem);
    });
    expect(result).toMatchObject({
      verdict: 'error',
      cause: 'environment',
      reason: 'accounts[a]: flags: declared F1001, read none.',
    });
    expect(unusableInputs).toEqual([problem]);
  });

  it('names the missing setting', async () => {
    const notTested = new NotTested('could not detect user.path', 'dialect', 'Set user.path.');
    const { result } = await run([], () => Promise.reject(notTested));
    expect(result).toMatchObject({
      verdict: 'not-tested',
      cause: 'settings',
      reason: 'Could not detect user.path. Set user.path.',
    });
  });

  it('has the cause dialect if no setting helps', async () => {
    const notTested = new NotTested('could not detect user.path', 'dialect');
    const { result } = await run([], () => Promise.reject(notTested));
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'dialect' });
  });

  it('names only the limit of the run that prevented detection', async () => {
    const limit = 'The limit of 50 requests is reached. Increase --max-requests.';
    const { result } = await run([], async (t) => {
      t.ctx.knowledge.forget('user.path');
      t.ctx.knowledge.recordUndetected('user.path', limit, new BudgetSpent(limit));
      t.requireKnown('user.path');
    });
    expect(result).toMatchObject({
      verdict: 'not-tested',
      cause: 'settings',
      reason: `Could not detect user.path. ${limit}`,
    });
  });

  it('has no cause if the user skips an operation that the check needs', async () => {
    const { result } = await run([], () => Promise.reject(new Skipped('getUser')));
    expect(result).toMatchObject({
      verdict: 'not-tested',
      reason: 'Needs getUser, which is skipped.',
    });
    expect(result).not.toHaveProperty('cause');
  });

  it.each([
    [
      createSettingError('accounts'),
      'settings',
      'Needs accounts. Add this under conform: in flagbearer.config.yaml.',
    ],
    [new NotTested('needs a user', 'environment'), 'environment', 'Needs a user.'],
    [new BudgetSpent('all is spent'), 'budget', 'All is spent.'],
    [new Interrupted('the run was interrupted'), 'environment', 'The run was interrupted.'],
    [new RequestError('no response'), 'environment', 'Request failed: no response.'],
  ] as const)('is not tested after %s', async (error, cause, reason) => {
    const { result } = await run([], async (t) => {
      await t.send(createStartRequest(t));
      throw error;
    });
    expect(result).toMatchObject({ verdict: 'not-tested', cause, reason });
    expect(result.evidence).toHaveLength(1);
  });

  it.each([
    [new TypeError('no such field'), 'TypeError: no such field.'],
    ['a text', 'A value that is not an error was thrown.'],
  ])('is an internal error if it throws %s', async (thrown, reason) => {
    const { result } = await run([], () => Promise.reject(thrown));
    expect(result).toMatchObject({ verdict: 'error', cause: 'flagbearer', reason });
  });

  it('has six attempts if each attempt fails with a network error', async () => {
    let attempts = 0;
    const { result } = await run([], async () => {
      attempts += 1;
      throw new RequestError('no response');
    });
    expect(attempts).toBe(6);
    expect(result.verdict).toBe('not-tested');
  });
});

describe('an attempt with a broken connection', () => {
  it.each([
    ['a failed assertion', () => new Failure('it is wrong', [])],
    ['a missing prerequisite', () => new NotTested('needs a user', 'environment')],
  ])('is repeated after %s', async (_name, createError) => {
    let attempts = 0;
    const { result } = await run([DROP], async (t) => {
      attempts += 1;
      await t.send(createStartRequest(t));
      throw createError();
    });
    expect(attempts).toBe(2);
    expect(result.reason).toMatch(/^(It is wrong|Needs a user)\.$/);
  });

  it('fails at once if it violates a rule that network errors cannot affect', async () => {
    let attempts = 0;
    const { result } = await run([DROP], async (t) => {
      attempts += 1;
      t.assertNever(true, 'it gives a secret', await t.send(createStartRequest(t)));
    });
    expect({ attempts, ...result }).toMatchObject({ attempts: 1, verdict: 'fail' });
  });

  it('is not tested, because of the network error, if all six attempts had one', async () => {
    const { result } = await run(
      Array.from({ length: 6 }, () => [DROP, { status: 200 }] as const).flat(),
      async (t) => {
        await t.send(createStartRequest(t));
        t.assert(false, 'it is wrong');
      },
    );
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'environment' });
    expect(result.reason).toMatch(/^Request failed: .*(ECONNRESET|closed|socket|hang)/i);
  });
});

describe('a server error', () => {
  it('fails a check if it occurs three times while other requests succeed', async () => {
    const { result, waits } = await run(
      [serverError, CHALLENGE, serverError, CHALLENGE, serverError],
      async (t) => {
        t.assertNoServerError(await t.send(createStartRequest(t)));
      },
    );
    expect(result).toMatchObject({
      verdict: 'fail',
      reason:
        'Expected no server error for the request, got 500 3 times, while other requests succeed.',
    });
    // The pause grows with each server error.
    expect(waits).toEqual([120, 240]);
  });

  it('is reported with the next status if it occurs once in each attempt', async () => {
    const rejected = { status: 401 };
    const { result } = await run(
      Array.from({ length: 6 }, () => [serverError, CHALLENGE, rejected]).flat(),
      async (t) => t.assertAccepted(await t.send(createStartRequest(t))),
    );
    expect(result).toMatchObject({
      verdict: 'not-tested',
      cause: 'environment',
      reason: 'Request failed: POST /v1/auth/cryptoWallet:start returns 500, then 401.',
    });
  });

  it('makes a later failure of the attempt inconclusive, so the check is repeated', async () => {
    let attempts = 0;
    const { result } = await run([serverError], async (t) => {
      attempts += 1;
      t.assertAccepted(await t.send(createStartRequest(t)));
      t.assert(attempts > 1, 'it is wrong in the first attempt');
    });
    expect({ attempts, verdict: result.verdict }).toEqual({ attempts: 2, verdict: 'pass' });
  });
});

describe('a truncated response', () => {
  const truncated = { status: 200, text: '{"challenge":' };

  it.each([
    [2, 'pass'],
    [3, 'fail'],
  ] as const)('%i times has the verdict %s', async (times, verdict) => {
    const { result } = await run(
      Array.from({ length: times }, () => truncated),
      async (t) => {
        const request = t.ctx.app.createOtpSendRequest('email', 'ada@example.test', null);
        const response = await t.send(request);
        t.assert(response.body !== undefined, 'the response is not JSON', response);
      },
    );
    expect(result.verdict).toBe(verdict);
  });

  // Complete responses suggest that the network truncates the other responses.
  it.each([
    [5, 'pass'],
    [6, 'fail'],
  ] as const)(
    '%i times, after a complete response of the operation in the run, has the verdict %s',
    async (times, verdict) => {
      let attempts = 0;
      const { result } = await run(
        [CHALLENGE, ...Array.from({ length: times }, () => truncated)],
        async (t) => {
          attempts += 1;
          if (attempts === 1) await t.send(createStartRequest(t));
          const response = await t.send(createStartRequest(t));
          t.assert(response.body !== undefined, 'the response is not JSON', response);
        },
      );
      expect(result.verdict).toBe(verdict);
    },
  );
});
