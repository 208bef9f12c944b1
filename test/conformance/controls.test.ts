/** The result of a check whose control request cannot be sent. */
import { expect, it } from 'vitest';
import { useScriptedServer } from './scripted-server.ts';

const { run } = useScriptedServer();

it('a check is not tested if the budget is used up before its control request', async () => {
  const { result } = await run(
    [],
    async (t) => {
      await t.ctx.sendValidRequest('sendEmailOtp');
    },
    { settings: { maxOtpSends: 0 } },
  );
  expect(result).toMatchObject({
    verdict: 'not-tested',
    cause: 'budget',
    reason: 'The limit of 0 one-time passwords is reached. Increase --max-otp-sends.',
  });
});
