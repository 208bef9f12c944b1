/** With network trouble, a run raises no false alarm, and a broken deployment never passes. */
import { describe, expect, it } from 'vitest';
import { createIndependentDeployment, createSandboxDeployment } from '../deployments.ts';
import { getOperator } from '../operators/index.ts';
import { listFalseFailures, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { runTroubled } from './run-troubled.ts';
import { troubles } from './troubled-proxy.ts';

const targets = useTargets();

const TIMEOUT = 180_000;

const createDeployment = () => createSandboxDeployment(targets);

describe('a valid deployment behind network trouble', { timeout: TIMEOUT }, () => {
  it.for([1, 2, 3])('does not fail with seed %i', async (seed) => {
    const deployment = await createDeployment();
    const assumedDialect = deployment.dialect;
    const usualOutcome = await runAgainst(deployment, { assumedDialect });
    const usualVerdicts = new Map(usualOutcome.results.map(({ id, verdict }) => [id, verdict]));
    const { outcome, troubleCounts } = await runTroubled(deployment, { seed, assumedDialect });

    expect(listFalseFailures(outcome)).toEqual([]);
    expect(troubles.filter((trouble) => !troubleCounts.has(trouble))).toEqual([]);
    const preventedResults = outcome.results.filter(
      ({ id, verdict }) => verdict === 'not-tested' && usualVerdicts.get(id) !== 'not-tested',
    );
    expect(preventedResults.filter(({ cause }) => cause !== 'environment')).toEqual([]);
    expect(preventedResults.length).toBeLessThan(outcome.results.length / 5);
  });

  it('does not fail if the run detects the dialect', async () => {
    const { outcome } = await runTroubled(createIndependentDeployment('plain'), { seed: 4 });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(outcome.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(200);
  });
});

/** One mutant of each kind, and some severe mutants. */
const mutantNames = [
  'the challenge is an object',
  'every challenge is the same',
  'COMPLETE is written COMPLETED',
  'createTime has an offset',
  'JSON has the Content-Type text/html',
  'startWalletAuth assumes ETHEREUM by default',
  'authenticateWallet accepts a request without signature',
  'addWalletToUser unwraps a list of one walletAddress',
  'startWalletAuth reads an unknown network as ETHEREUM',
  'getUser does not require service-client-secret',
  'sendEmailOtp accepts any service-client-id',
  'a signature by any key is accepted',
  'authenticateSmsOtp accepts a wrong code',
  'authenticateEmailOtp rejects the correct code',
  'the user read returns the previous user',
  'a second client gets another user id',
  'personal information is withheld under a Fraud flag',
  'addWalletToUser returns success and adds nothing',
  'authenticateSmsOtp accepts a code twice',
  'a body that is not JSON causes a server error',
  'the phoneMask is the whole destination',
];

describe('a broken deployment behind network trouble', { timeout: TIMEOUT }, () => {
  it('never passes, and fails in at least 90 % of the runs', async () => {
    const deployment = await createDeployment();
    const detectedMutants: string[] = [];
    for (const [index, name] of mutantNames.entries()) {
      const operator = getOperator(name);
      const { outcome } = await runTroubled(deployment, {
        seed: 100 + index,
        mutate: operator.mutate,
        assumedDialect: deployment.dialect,
        settings: { only: [operator.requirement] },
      });
      const results = outcome.results.filter(
        ({ requirement, level }) => requirement === operator.requirement && level !== 'OPEN',
      );
      const hasPassed = results.every(({ verdict }) => verdict === 'pass');
      expect({ name, hasPassed }).toEqual({ name, hasPassed: false });
      if (results.some(({ verdict }) => verdict === 'fail')) detectedMutants.push(name);
    }
    expect(detectedMutants.length).toBeGreaterThanOrEqual(mutantNames.length * 0.9);
  });
});
