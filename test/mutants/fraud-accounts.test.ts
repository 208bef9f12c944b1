/** §7.4: the settings that a report asks for if the declared accounts are insufficient. */
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../conformance/outcome.ts';
import { declaredAccounts } from './accounts.ts';
import type { Values } from './dialects.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

/** addWalletToUser requires an access token, not a session. The user who signed in last gets the wallet. */
const bearer: NonNullable<Values['bearer']> = {
  requiredOn: ['addWalletToUser', 'sendSmsOtp'],
  accepts: ['client'],
};
const returnsNoSession = { authenticateReturns: 'record' } as const;

/** Runs the check that a write is rejected under a Fraud flag. `names` are the declared accounts. */
async function checkFraudRefusal(
  values: Values,
  ...names: readonly string[]
): Promise<CheckResult | undefined> {
  const accounts = declaredAccounts.filter(({ name }) => names.includes(name));
  const { results } = await targets.run(values, { accounts, only: ['7.4'] });
  return results.find(({ id }) => id === '7.4.fraud.writes-refused/refused/basic');
}

describe('if a wallet is added to the last user who signed in', () => {
  it('the check passes with an account that has a Fraud flag', async () => {
    expect(await checkFraudRefusal({ bearer }, 'fraud')).toMatchObject({ verdict: 'pass' });
  });

  it('the report explains why a wallet that cannot sign in is insufficient', async () => {
    const otp = { sms: returnsNoSession, email: returnsNoSession };
    expect(await checkFraudRefusal({ bearer, otp }, 'fraud-unverified')).toMatchObject({
      verdict: 'not-tested',
      cause: 'settings',
      reason:
        'Needs accounts[].privateKey of a wallet that can sign in: a sign-in by code returns no sessionJwt, and the configured wallet is rejected with 403. Add this under conform: in flagbearer.config.yaml.',
    });
  });

  it('the report asks for an account that can add a wallet if the only account has a Fraud flag', async () => {
    const identity = { unknown: 'rejectAtStart' } as const;
    expect(await checkFraudRefusal({ bearer, identity }, 'fraud')).toMatchObject({
      verdict: 'not-tested',
      cause: 'settings',
      reason:
        'Needs accounts[].privateKey of an account without a Fraud flag. Add this under conform: in flagbearer.config.yaml.',
    });
    expect(await checkFraudRefusal({ bearer, identity }, 'fraud', 'in-review')).toMatchObject({
      verdict: 'pass',
    });
  });
});
