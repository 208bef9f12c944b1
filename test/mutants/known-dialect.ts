/** Mutants with a declared dialect: the checks of the rule itself must detect each. */
import type { ConformSettings } from '../../conformance/settings.ts';
import type { Deployment } from './deployments.ts';
import type { Operator } from './operators/operator.ts';
import { judgeMutant, type MutantResult } from './run-mutants.ts';

/** Rules whose mutants other rules detect: nothing is left to check, or an account seems wrong. */
const detectingRules: Readonly<Record<string, string>> = {
  'startWalletAuth rejects a string as walletAddress': '4.1.call.starts',
  'addWalletToUser rejects a string as walletAddress': '4.3.call.adds',
  'a signature must be an object of r, s and v': '4.2.call.authenticates',
  'startWalletAuth requires a signature': '4.1.call.starts',
  'addWalletToUser requires a signature': '4.3.call.adds',
  'sendEmailOtp does not exist under the base URL': '4.6.call.sends',
  'an approved KYC is a boolean': '2.7.kyc.status',
};

/** Runs only the checks of the rule against a mutant. */
export function judgeByRule(
  operator: Operator,
  deployment: Deployment,
  settings: Partial<ConformSettings> = {},
): Promise<MutantResult> {
  return judgeMutant(operator, deployment, {
    assumedDialect: deployment.dialect,
    settings: { ...settings, only: [detectingRules[operator.name] ?? operator.requirement] },
  });
}

export function getExpected({ name }: Operator): 'own' | 'other' {
  return name in detectingRules ? 'other' : 'own';
}
