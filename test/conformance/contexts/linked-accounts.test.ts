/**
 * Tests the reason that is reported if concurrent first sign-ins through two clients cannot test linking
 * (§5.6).
 */
import { expect, it } from 'vitest';
import { createLinkedAccountChecks } from '../../../conformance/contexts/linked-accounts.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

const checks = createLinkedAccountChecks();
const findCheck = (part: string) => checks.find((check) => check.part === part);
const requirement = '5.6.linking.same-user';
const secondClient = { clientId: 'app2', clientSecret: 'app2-secret', accessToken: 'app2-token' };

it('the reason is that codes are rejected, not that accounts are missing', async () => {
  const start = { status: 200, text: '{"challenge":"Sign: abcdefghijklmnop"}' };
  const sent = { status: 200, text: '{"emailId":"e1","emailMask":"q***@example.test"}' };
  const rejected = { status: 400, text: '{"code":"otp"}' };
  const { result } = await run(
    [start, sent, sent, rejected, rejected, sent, rejected],
    async (t) => findCheck('authenticateEmailOtp/concurrently')?.run(t),
    { attributes: { requirement }, settings: { secondClient } },
  );
  expect(result).toMatchObject({
    verdict: 'not-tested',
    cause: 'contract',
    reason: 'No authenticateEmailOtp succeeded (last status 400).',
  });
});

it('the dialect is the cause if new wallets create no users', async () => {
  const identity = { ...defaultDialect.identity, unknown: 'rejectAtStart' as const };
  const { result } = await run(
    [],
    async (t) => findCheck('authenticateWallet/concurrently')?.run(t),
    {
      attributes: { requirement },
      settings: { secondClient },
      ports: { assumedDialect: { ...defaultDialect, identity } },
    },
  );
  expect(result).toMatchObject({ verdict: 'not-tested', cause: 'dialect' });
});
