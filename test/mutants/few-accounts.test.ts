/** §7.2: personal information of flagged accounts, if few accounts are declared. */
import { describe, expect, it, vi } from 'vitest';
import type { DeclaredAccount } from '../../conformance/settings.ts';
import { declaredAccounts } from './accounts.ts';
import { createSandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { getOperator } from './operators/index.ts';
import { runAgainst, runMutated } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();
vi.setConfig({ testTimeout: 120_000 });

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
    const deployment = await createSandboxDeployment(targets, `few ${verdict}`, dialects.default);
    const options = {
      assumedDialect: deployment.dialect,
      settings: { accounts, only: ['7.2.personal-information.readable/kyc-review'] },
    };
    const { results } = await (mutate === null
      ? runAgainst(deployment, options)
      : runMutated(deployment, mutate, options));
    expect(results.map((result) => result.verdict)).toEqual([verdict]);
  });
});
