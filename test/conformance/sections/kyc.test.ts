import { expect, it } from 'vitest';
import { kyc } from '../../../conformance/sections/3-kyc.check.ts';
import type { DeclaredAccount } from '../../../conformance/settings.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

const requirement = '3.2.kyc.flag-given';
const check = kyc.checks.find((candidate) => candidate.requirement === requirement);
const account: DeclaredAccount = {
  name: 'in-review',
  privateKey: `0x${'12'.repeat(32)}`,
  phoneNumber: null,
  emailAddress: null,
  kycStatus: 'IN_REVIEW',
  flags: null,
  transactions: null,
};

it('the report shows the KYC status of the last user read if it differs from the declaration', async () => {
  const createRead = (status: string) => ({
    status: 200,
    text: JSON.stringify({ kyc: { status }, flags: [] }),
  });
  const identity = { ...defaultDialect.identity, unknown: 'rejectAtStart' as const };
  const { result } = await run(
    [
      { status: 200, text: '{"challenge":"Sign: abcdefghijklmnop"}' },
      { status: 200, text: '{"sessionJwt":"session","userMask":{"id":"u1"}}' },
      createRead('IN_REVIEW'),
      // The flag is missing, so the check reads the user up to six times again.
      ...Array.from({ length: 6 }, () => createRead('APPROVED')),
    ],
    async (t) => check?.run(t),
    {
      attributes: { requirement },
      settings: { accounts: [account] },
      ports: { assumedDialect: { ...defaultDialect, identity } },
    },
  );
  expect(result.reason).toContain('kycStatus: declared IN_REVIEW, read APPROVED');
});
