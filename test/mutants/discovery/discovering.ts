/** Detects the dialect of a sandbox, without checks. */
import { vi } from 'vitest';
import { runConformance } from '../../../conformance/run-conformance.ts';
import type { Budget } from '../../../conformance/outcome.ts';
import type { RunPorts } from '../../../conformance/run.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import { getDialectValue } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import type { DialectDocument } from '../../../src/dialect/dialect.ts';
import { createSettings, useTargets } from '../sandbox-targets.ts';

/** Values of the dialect by their dotted keys. */
export type Values = Readonly<Record<string, unknown>>;

export interface Discovered {
  /** Returns the detected value of a key; undefined if it was not detected. */
  value(key: string): unknown;
  /** The attempts and observations if it was not detected. */
  readonly seen: ReadonlyMap<string, string>;
  /** Findings where the discovered document cannot be loaded. */
  readonly findings: readonly unknown[];
  readonly budget: Budget;
}

export async function discoverTarget(
  settings: ConformSettings,
  ports: Partial<RunPorts> = {},
): Promise<Discovered> {
  const outcome = await runConformance(settings, { sleep: () => Promise.resolve(), ...ports }, []);
  const { dialect, budget, stop } = outcome;
  if (stop !== null) throw new Error(stop.message);
  const loaded = await loadDialect(dialect.document);
  return {
    value: (key) => getDialectValue(dialect.document.values ?? {}, key),
    seen: new Map(dialect.openQuestions.map(({ key, seen }) => [key, seen])),
    findings: 'findings' in loaded ? loaded.findings : [],
    budget,
  };
}

/** A complete discovery sends many requests, and machines may be busy. */
export const DISCOVERY_TIMEOUT = 30_000;

export function useDiscovery() {
  vi.setConfig({ testTimeout: DISCOVERY_TIMEOUT });
  const targets = useTargets();
  return async (values: Values, changes: Partial<ConformSettings> = {}): Promise<Discovered> => {
    const target = await targets.target(createDocument(values));
    return discoverTarget(createSettings(target, changes));
  };
}

/** Returns the discovered values of the keys of `values`. */
export function sameKeys(discovered: Discovered, values: Values): Values {
  return Object.fromEntries(
    Object.keys(values).map((key) => [key, discovered.value(key) ?? discovered.seen.get(key)]),
  );
}

function createDocument(values: Values): DialectDocument {
  const tree: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let node = tree;
    for (const name of path) node = (node[name] ??= {}) as Record<string, unknown>;
    node[last] = value;
  }
  return { version: 1, values: tree };
}
