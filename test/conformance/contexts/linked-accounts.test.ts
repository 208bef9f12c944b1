/** Reasons why the check of concurrent first sign-ins through two clients (§5.6) is not tested. */
import { expect, it } from 'vitest';
import { createLinkedAccountChecks } from '../../../conformance/contexts/linked-accounts.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { CHALLENGE, useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

const checks = createLinkedAccountChecks();
const findCheck = (part: string) => checks.find((check) => check.part === part);
const requirement = '5.6.linking.same-user';
const secondClient = { clientId: 'app2', clientSecret: 'app2-secret', accessToken: 'app2-token' };

it('the check reports that all codes are rejected', async () => {
  const sendResponse = { status: 200, text: '{"emailId":"e1","emailMask":"q***@example.test"}' };
  const rejection = { status: 400, text: '{"code":"otp"}' };
  const { result } = await run(
    [
      // The check verifies the credentials of the second client with a challenge.
      CHALLENGE,
      // Two clients send a code to a new address, and sign in concurrently.
      ...[sendResponse, sendResponse],
      ...[rejection, rejection],
      // The first client sends another code, because the second send may invalidate the first code.
      ...[sendResponse, rejection],
    ],
    async (t) => findCheck('authenticateEmailOtp/concurrently')?.run(t),
    { attributes: { requirement }, settings: { secondClient } },
  );
  expect(result).toMatchObject({
    verdict: 'not-tested',
    cause: 'contract',
    reason: 'A required authenticateEmailOtp request is rejected with 400.',
  });
});

it('the check reports the dialect as the cause if unknown wallets are rejected', async () => {
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
