/** Detects which user gets an added wallet (§4.3). */
import { expect, it } from 'vitest';
import { runProbe } from '../../../conformance/discovery/define-probe.ts';
import { walletAddingProbes } from '../../../conformance/discovery/wallet-adding.ts';
import type { Exchange } from '../../../conformance/outcome.ts';
import { CHALLENGE, useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

const KEY = 'identity.addWalletTarget';
const signIn = [CHALLENGE, { status: 200, text: '{"sessionJwt":"a.b.c"}' }];

it('the accepted access token is the evidence that the last user who signed in gets a wallet', async () => {
  let value: string | undefined;
  let evidence: Exchange | undefined;
  // Without a bearer token, the wallet is rejected. With the access token, it is added.
  await run([...signIn, { status: 401 }, ...signIn, { status: 200 }], async ({ ctx }) => {
    for (const probe of walletAddingProbes.probes) {
      if (probe.decides.includes(KEY)) await runProbe(probe, ctx);
    }
    value = ctx.knowledge.dialect.identity.addWalletTarget;
    evidence = ctx.knowledge.evidence[KEY];
  });
  expect(value).toBe('bearerElseLast');
  expect(evidence).toMatchObject({
    request: { headers: { authorization: expect.any(String) } },
    response: { status: 200 },
  });
});
