/** Runs mutants with a known dialect. The checks of the violated rule must detect each mutant. */
import type { Deployment } from './deployments.ts';
import type { Operator } from './operators/operator.ts';
import { judgeMutant, type MutantResult } from './run-mutants.ts';

/** For mutants that prevent the checks of the violated rule: the rule whose checks detect the mutant. */
const detectingRules: Readonly<Record<string, string>> = {
  'startWalletAuth rejects a string as walletAddress': '4.1.operation.starts',
  'authenticateWallet rejects a string as walletAddress': '4.2.operation.authenticates',
  'addWalletToUser rejects a string as walletAddress': '4.3.operation.adds',
  'a signature must be an object of r, s and v': '4.2.operation.authenticates',
  'startWalletAuth requires a signature': '4.1.operation.starts',
  'addWalletToUser requires a signature': '4.3.operation.adds',
  'sendEmailOtp does not exist under the base URL': '4.6.operation.sends',
  'an approved KYC is a boolean': '2.7.kyc.status',
};

/** Runs only the checks that must detect the mutant. */
export function judgeByRule(operator: Operator, deployment: Deployment): Promise<MutantResult> {
  return judgeMutant(operator, deployment, {
    assumedDialect: deployment.dialect,
    settings: { only: [detectingRules[operator.name] ?? operator.requirement] },
  });
}

/** Returns whether checks of the violated rule ("own") or of another rule detect the mutant. */
export function getDetectingChecks({ name }: Operator): 'own' | 'other' {
  return name in detectingRules ? 'other' : 'own';
}
