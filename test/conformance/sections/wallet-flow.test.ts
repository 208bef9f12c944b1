import { expect, it } from 'vitest';
import { walletFlow } from '../../../conformance/sections/5.3-wallet-flow.check.ts';
import { CHALLENGE, useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

it('each wrong signature gets a new challenge while it is unknown whether a challenge stays valid', async () => {
  // This check sends values that are not signatures, such as zeros or a word.
  const check = walletFlow.checks.find(({ part }) => part === 'no-signature');
  const signIn = { status: 200, text: '{"sessionJwt":"session","userMask":{"id":"u1"}}' };
  const startAndRefusal = [CHALLENGE, { status: 401 }];
  const { result } = await run(
    [CHALLENGE, signIn, ...Array.from({ length: 20 }, () => startAndRefusal).flat()],
    async (t) => {
      t.ctx.knowledge.forget('wallet.challenge.onBadSignature');
      await check?.run(t);
    },
  );
  expect(result).toMatchObject({ verdict: 'pass' });
});
