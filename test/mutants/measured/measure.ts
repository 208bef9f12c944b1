/** Defines the long measurements of `npm run conformance:mutation`, which store their figures in a folder. */
import { it } from 'vitest';
import {
  createIndependentDeployment,
  createSandboxDeployment,
  type Deployment,
} from '../deployments.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { createErrorResult, judgeMutantQuickly, type MutantResult } from '../run-mutants.ts';
import { isComplete } from '../../setup/test-length.ts';
import { useTargets } from '../sandbox-targets.ts';
import { measureEach, storeFigures } from './stored-figures.ts';

/** Timeout in milliseconds, longer than any measurement even on a busy machine. */
export const MEASUREMENT_TIMEOUT = 6 * 3_600_000;

/** Prefix of the rules to measure; set by scripts/conformance-mutation.mjs. */
const rule = process.env['CONFORMANCE_MUTATION_RULE'] ?? '';

/**
 * Each operator is measured on one of these deployments. With FLAGBEARER_TESTS=complete, or if a rule is
 * selected, each operator is measured on all of them.
 */
const DEPLOYMENTS = [
  'independent chatty',
  'independent forgetful',
  'independent plain',
  'sandbox default',
  'sandbox renamed',
  'sandbox strict',
];

export type Targets = ReturnType<typeof useTargets>;

/** Runs all checks against the mutants of a deployment. */
export function measureMutants(
  name: string,
  createDeployment: (targets: Targets) => Deployment | Promise<Deployment>,
): void {
  const targets = useTargets();
  it(
    `runs all checks against the mutants of ${name}`,
    async () => {
      const deployment = await createDeployment(targets);
      const measuresAll = isComplete || rule !== '';
      const position = DEPLOYMENTS.indexOf(name);
      const measuredOperators = operators
        .filter((_, index) => measuresAll || index % DEPLOYMENTS.length === position)
        .filter(({ requirement }) => requirement.startsWith(rule))
        .filter(({ applies }) => applies?.(deployment.traits) ?? true);
      await measureEach(
        name.replaceAll(' ', '-'),
        measuredOperators,
        (operator) => operator.name,
        (operator) => judgeOperator(operator, deployment),
      );
    },
    MEASUREMENT_TIMEOUT,
  );
}

/** Measures a sandbox and an independent server, and stores the figures of both. */
export function measureDeployments(
  name: string,
  title: string,
  measure: (deployment: Deployment) => Promise<object>,
): void {
  const targets = useTargets();
  it(
    title,
    async () => {
      const sandbox = await createSandboxDeployment(targets);
      const figures = [];
      for (const deployment of [sandbox, createIndependentDeployment('plain')])
        figures.push({ deployment: deployment.name, ...(await measure(deployment)) });
      storeFigures(name, figures);
    },
    MEASUREMENT_TIMEOUT,
  );
}

/** Judges a mutant; an error counts as not detected, so that the measurement continues. */
async function judgeOperator(operator: Operator, deployment: Deployment): Promise<MutantResult> {
  try {
    return await judgeMutantQuickly(operator, deployment);
  } catch (error) {
    return createErrorResult(operator, deployment, describeError(error));
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
