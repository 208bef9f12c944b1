import { expect, it } from 'vitest';
import { kyc } from '../../../conformance/sections/3-kyc.check.ts';
import type { DeclaredAccount } from '../../../conformance/settings.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { emptyAccount } from '../discovery/readings.ts';
import { CHALLENGE, useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

const findCheck = (requirement: string) =>
  kyc.checks.find((candidate) => candidate.requirement === requirement);
const account: DeclaredAccount = {
  ...emptyAccount,
  name: 'in-review',
  privateKey: `0x${'12'.repeat(32)}`,
  kycStatus: 'IN_REVIEW',
};

/** New wallets create no users, so the run signs in with the declared accounts. */
const identity = { ...defaultDialect.identity, unknown: 'rejectAtStart' as const };
const ports = { assumedDialect: { ...defaultDialect, identity } };
const signInResponse = { status: 200, text: '{"sessionJwt":"session","userMask":{"id":"u1"}}' };

it('the report shows the KYC status of the last user read if it differs from the declaration', async () => {
  const createRead = (status: string) => ({
    status: 200,
    text: JSON.stringify({ kyc: { status }, flags: [] }),
  });
  const requirement = '3.2.kyc.flag-given';
  const { result } = await run(
    [
      CHALLENGE,
      signInResponse,
      createRead('IN_REVIEW'),
      // The flag is missing, so the check reads the user up to six times again.
      ...Array.from({ length: 6 }, () => createRead('APPROVED')),
    ],
    async (t) => findCheck(requirement)?.run(t),
    { attributes: { requirement }, settings: { accounts: [account] }, ports },
  );
  expect(result.reason).toContain('kycStatus: declared IN_REVIEW, read APPROVED');
});

it('the report shows that no user read has a KYC status', async () => {
  const requirement = '3.1.kyc.approval-readable';
  const readResponse = { status: 200, text: '{"flags":[]}' };
  const responses = [CHALLENGE, signInResponse, readResponse];
  const accounts = [
    { ...account, name: 'approved', kycStatus: 'APPROVED' as const },
    {
      ...account,
      name: 'declined',
      kycStatus: 'DECLINED' as const,
      privateKey: `0x${'34'.repeat(32)}`,
    },
  ];
  const { result } = await run(
    [...responses, ...responses],
    async (t) => findCheck(requirement)?.run(t),
    { attributes: { requirement }, settings: { accounts }, ports },
  );
  expect(result.verdict).toBe('fail');
  expect(result.reason).toContain('statuses APPROVED, DECLINED, got none for every account');
});
