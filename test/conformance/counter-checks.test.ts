import { expect, it } from 'vitest';
import { useScriptedServer } from './scripted-server.ts';

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
