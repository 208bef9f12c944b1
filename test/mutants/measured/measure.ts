/** Long measurements, for `npm run conformance:mutation`: each leaves its figures in a folder. */
import { it } from 'vitest';
import type { Deployment } from '../deployments.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { foundNothing, judgeMutantQuickly, type MutantResult } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { measureEach } from './kept-figures.ts';

/** In milliseconds: no measurement takes as long, be the machine as busy as it may. */
export const HOURS = 6 * 3_600_000;

/** Which rules are measured; set by scripts/conformance-mutation.mjs. */
const rule = process.env['CONFORMANCE_MUTATION_RULE'] ?? '';

export type Targets = ReturnType<typeof useTargets>;

/** Breaks a deployment in every way there is, and runs everything against each. */
export function measureMutants(
  name: string,
  make: (targets: Targets) => Deployment | Promise<Deployment>,
): void {
  const targets = useTargets();
  it(
    `mutants of ${name}`,
    async () => {
      const deployment = await make(targets);
      const chosen = operators.filter(
        ({ requirement, applies }) =>
          requirement.startsWith(rule) && (applies?.(deployment.naming) ?? true),
      );
      await measureEach(
        name.replaceAll(' ', '-'),
        chosen,
        (operator) => operator.name,
        (operator) => judged(operator, deployment),
      );
    },
    HOURS,
  );
}

/** A run that breaks finds nothing, and leaves the others to be measured. */
async function judged(operator: Operator, deployment: Deployment): Promise<MutantResult> {
  try {
    return await judgeMutantQuickly(operator, deployment);
  } catch (error) {
    return foundNothing(operator, deployment, describeError(error));
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
