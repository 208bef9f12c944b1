import packageManifest from '../../../package.json' with { type: 'json' };
import { summaryOf, verdictCounts, type Report } from '../../reporting/report.ts';
import type { BaselineComparison } from './baseline.ts';
import type { ConformSettings, RunOutcome } from './runner.ts';

export interface RunContext {
  readonly settings: Pick<ConformSettings, 'target' | 'dialect'>;
  /** Null where no baseline was given. */
  readonly baseline: BaselineComparison | null;
  readonly exitCode: number;
}

/** Returns the content of `report.json`. */
export function reportOf(outcome: RunOutcome, ctx: RunContext): Report {
  const { startedAt, durationMs, seed, stop, results, budget, dialect } = outcome;
  const { settings, baseline, exitCode } = ctx;
  return {
    schemaVersion: 1,
    tool: { name: packageManifest.name, version: packageManifest.version },
    target: settings.target,
    startedAt,
    durationMs,
    seed,
    exitCode,
    operations: outcome.operations.map((operation) => ({
      ...operation,
      ...verdictCounts(operation.operation, results),
    })),
    unusableInputs: outcome.unusableInputs,
    ...(stop === null ? {} : { stop }),
    summary: summaryOf(results),
    ...(baseline === null ? {} : { baseline }),
    budget,
    results,
    dialect: dialect.document,
    ...(settings.dialect === null ? {} : { givenDialect: settings.dialect }),
    openQuestions: dialect.openQuestions,
  };
}
