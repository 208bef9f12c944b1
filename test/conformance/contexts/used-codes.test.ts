import { expect, it, onTestFinished, vi } from 'vitest';
import { Attempt } from '../../../conformance/attempt.ts';
import { createUsedCodeChecks } from '../../../conformance/contexts/used-codes.ts';
import { useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

const requirement = '4.7.otp.one-time';
const addedWalletCheck = createUsedCodeChecks('email', requirement).find(
  ({ part }) => part === 'after-a-wallet-was-added',
);

it('the check after an added wallet is not tested on a remote target, because it adds wallets only on this machine', async () => {
  const isOnThisMachine = vi.spyOn(Attempt.prototype, 'isOnThisMachine', 'get');
  onTestFinished(() => isOnThisMachine.mockRestore());
  isOnThisMachine.mockReturnValue(false);
  let code = 123_456;
  const { result } = await run([], async (t) => addedWalletCheck?.run(t), {
    attributes: { requirement },
    settings: { otpSource: { kind: 'prompt' } },
    ports: { ask: () => Promise.resolve(String((code += 1))) },
  });
  expect(result).toMatchObject({
    verdict: 'not-tested',
    cause: 'environment',
    reason: 'Needs a target on a loopback address.',
  });
});
