/** Detects the dialect of a deployment, without checks. */
import { runConformance } from '../../../conformance/run-conformance.ts';
import type { Budget } from '../../../conformance/outcome.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import { getDialectValue } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import { createDocument, type DialectValues } from '../../setup/dialect-document.ts';
import type { Deployment } from '../deployments.ts';
import type { Mutate } from '../mutate.ts';
import { createSettings, useTargets } from '../sandbox-targets.ts';
import { withMutant } from '../with-mutant.ts';

export interface DetectedDialect {
  /** Returns the detected value of a key, or undefined. */
  getValue(key: string): unknown;
  /** What was observed for each key that was not detected. */
  readonly openQuestions: ReadonlyMap<string, string>;
  /** The problems of the detected dialect; empty if it can be loaded. */
  readonly findings: readonly unknown[];
  readonly budget: Budget;
}

export async function discoverTarget(settings: ConformSettings): Promise<DetectedDialect> {
  const outcome = await runConformance(settings, { sleep: () => Promise.resolve() }, []);
  const { dialect, budget, stop } = outcome;
  if (stop !== null) throw new Error(stop.message);
  const loaded = await loadDialect(dialect.document);
  return {
    getValue: (key) => getDialectValue(dialect.document.values ?? {}, key),
    openQuestions: new Map(dialect.openQuestions.map(({ key, evidence }) => [key, evidence])),
    findings: 'findings' in loaded ? loaded.findings : [],
    budget,
  };
}

/** Detects the dialect of a deployment behind a proxy that changes its responses. */
export function discoverMutant(deployment: Deployment, mutate: Mutate): Promise<DetectedDialect> {
  return withMutant(deployment, mutate, (url, { settings }) => discoverTarget(settings(url)));
}

/** Returns a function that detects the dialect of a new sandbox with some dialect values. */
export function useDiscovery() {
  const targets = useTargets();
  return async (
    values: DialectValues,
    changes: Partial<ConformSettings> = {},
  ): Promise<DetectedDialect> => {
    const target = await targets.create(createDocument(values));
    return discoverTarget(createSettings(target, changes));
  };
}

/** Returns the detected value of each key of `expected`, or the evidence if a key was not detected. */
export function pickDetected(discovered: DetectedDialect, expected: DialectValues): DialectValues {
  const keys = Object.keys(expected);
  return Object.fromEntries(
    keys.map((key) => [key, discovered.getValue(key) ?? discovered.openQuestions.get(key)]),
  );
}
