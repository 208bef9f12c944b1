import type { Dialect } from '../dialect/dialect.ts';
import type { Finding } from '../documents/finding.ts';
import { loadScenario } from '../scenarios/load.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { Base } from '../store/state.ts';
import { ControlRefusal } from './control-refusal.ts';

/**
 * Loads the base of a workspace from a request.
 *
 * @param pointer where in the request the scenario is
 * @throws ControlRefusal findings
 */
export async function baseFrom(
  sources: readonly ScenarioSource[],
  dialect: Dialect,
  pointer: string,
): Promise<{ readonly base: Base; readonly warnings: readonly Finding[] }> {
  const loaded = await loadScenario(sources, dialect);
  if ('base' in loaded) return loaded;
  throw findingsRefusal('scenario', loaded.findings, pointer);
}

/** The refusal of a document with findings, which lie at `pointer` in the request. */
export function findingsRefusal(
  subject: 'scenario' | 'dialect',
  findings: readonly Finding[],
  pointer: string,
): ControlRefusal {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  return new ControlRefusal('findings', `The ${subject} has ${count}; nothing was changed.`, {
    details: errors.map((finding) => ({
      pointer: `${pointer}${finding.pointer}`,
      message: finding.message,
    })),
    findings,
  });
}
