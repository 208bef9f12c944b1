/** Long measurements, for `npm run conformance:mutation`: each leaves its figures in a folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import type { Deployment } from '../deployments.ts';
import { inParallel } from '../in-parallel.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { foundNothing, judgeMutantQuickly, type MutantResult } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';

/** In milliseconds: no measurement takes as long, be the machine as busy as it may. */
export const HOURS = 6 * 3_600_000;

/** Where figures go, and which rules are measured; both are set by scripts/conformance-mutation.mjs. */
const folder = process.env['CONFORMANCE_MUTATION_FOLDER'] ?? '';
const rule = process.env['CONFORMANCE_MUTATION_RULE'] ?? '';

export type Targets = ReturnType<typeof useTargets>;

/** @param name of the file that measures, without `.measure.ts` */
export function keepFigures(name: string, figures: unknown): void {
  if (folder === '') return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(figures));
}

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
      const results = await inParallel(
        operators.filter(
          ({ requirement, applies }) =>
            requirement.startsWith(rule) && (applies?.(deployment.words) ?? true),
        ),
        (operator) => judged(operator, deployment),
      );
      keepFigures(name.replaceAll(' ', '-'), results);
    },
    HOURS,
  );
}

/** A run that breaks finds nothing, and leaves the others to be measured. */
async function judged(operator: Operator, deployment: Deployment): Promise<MutantResult> {
  try {
    return await judgeMutantQuickly(operator, deployment);
  } catch (error) {
    return foundNothing(operator, deployment, wordsOf(error));
  }
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
