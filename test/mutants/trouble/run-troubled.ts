/** Runs with network trouble in front of a valid or broken deployment. */
import { runConformance } from '../../../conformance/run-conformance.ts';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import type { Deployment } from '../deployments.ts';
import type { Mutate } from '../mutate.ts';
import { skipWait } from '../run-mutants.ts';
import { withMutant } from '../with-mutant.ts';
import { startTroubledProxy, type Trouble } from './troubled-proxy.ts';

interface TroubledOptions {
  readonly seed: number;
  /** The mutant behind the network trouble. */
  readonly mutate?: Mutate;
  /** The declared dialect, which replaces discovery. */
  readonly assumedDialect?: Dialect | null;
  readonly settings?: Partial<ConformSettings>;
}

export interface TroubledRun {
  readonly outcome: RunOutcome;
  readonly troubleCounts: ReadonlyMap<Trouble, number>;
}

export function runTroubled(
  deployment: Deployment,
  { seed, mutate, assumedDialect, settings = {} }: TroubledOptions,
): Promise<TroubledRun> {
  return withMutant(deployment, mutate ?? null, async (url, running) => {
    const proxy = await startTroubledProxy(url, seed);
    try {
      const outcome = await runConformance(
        { ...running.settings(proxy.url), ...settings },
        { sleep: skipWait, ...(assumedDialect && { assumedDialect }) },
      );
      return { outcome, troubleCounts: proxy.troubleCounts };
    } finally {
      await proxy.close();
    }
  });
}
