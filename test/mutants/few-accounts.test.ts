/** §7.2: personal information of flagged accounts, if few accounts are declared. */
import { describe, expect, it } from 'vitest';
import type { DeclaredAccount } from '../../conformance/settings.ts';
import { declaredAccounts } from './accounts.ts';
import { createSandboxDeployment } from './deployments.ts';
import { getOperator } from './operators/index.ts';
import { runWithoutDiscovery } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

/**
 * An account without flags, whose only destination is an email address, and an account in review, whose
 * only destination is a phone number.
 */
const accounts = declaredAccounts.flatMap((account): DeclaredAccount[] => {
  if (account.name === 'clean') return [{ ...account, phoneNumber: null }];
  return account.name === 'in-review' ? [{ ...account, emailAddress: null }] : [];
});

const { mutate: withholdUnderReview } = getOperator(
  'personal information is withheld under a KYC Review flag',
);

// The check compares with a new user who signs in by SMS, because no other account has a phone number.
describe('the check of the phone number of a flagged account', () => {
  it.each([
    ['passes if the number is shown', null, 'pass'],
    ['fails if the number is withheld', withholdUnderReview, 'fail'],
  ] as const)('%s', async (_, mutate, verdict) => {
    const deployment = await createSandboxDeployment(targets);
    const only = ['7.2.personal-information.readable/kyc-review'];
    const { results } = await runWithoutDiscovery(deployment, mutate, { accounts, only });
    expect(results.map((result) => result.verdict)).toEqual([verdict]);
  });
});
