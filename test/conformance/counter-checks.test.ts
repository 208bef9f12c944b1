import { describe, expect, it } from 'vitest';
import { CHALLENGE, createStartRequest, useScriptedServer } from './scripted-server.ts';

const { run } = useScriptedServer();

it('a check is not tested if the budget does not allow the valid request that it needs', async () => {
  const { result } = await run(
    [],
    async (t) => {
      await t.ctx.requireWorking('sendEmailOtp');
    },
    { settings: { maxOtpSends: 0 } },
  );
  expect(result).toMatchObject({
    verdict: 'not-tested',
    cause: 'budget',
    reason: 'The limit of 0 one-time passwords is reached. Increase --max-otp-sends.',
  });
});

describe('a required valid request', () => {
  const rejection = { status: 401 };
  const requireStart = (responses: Parameters<typeof run>[0]) =>
    run([CHALLENGE, ...responses], async (t) => {
      t.assertAccepted(await t.send(createStartRequest(t)));
      await t.ctx.requireWorking('startWalletAuth');
    });

  it('is sent again after one rejection', async () => {
    const { result, operations } = await requireStart([rejection]);
    expect(result.verdict).toBe('pass');
    expect(operations[0]).toEqual({ operation: 'startWalletAuth', coverage: 'covered' });
  });

  it('that is rejected twice leaves the operation not covered, although other requests succeed', async () => {
    const { result, operations } = await requireStart([rejection, rejection]);
    const reason = 'a required startWalletAuth request failed: got 401';
    expect(result).toMatchObject({ verdict: 'not-tested', cause: 'contract' });
    expect(operations[0]).toEqual({
      operation: 'startWalletAuth',
      coverage: 'not-covered',
      reason: `${reason}, although other requests succeed`,
      fix: 'Look for the cause in the log of the deployment, then repeat the run. If the deployment rejects new destinations, set destinations.',
    });
  });
});
