import type { Dialect } from '../dialect/dialect.ts';
import { pluralize } from '../pluralize.ts';
import { countsOf, type Finding } from '../documents/finding.ts';
import { loadScenario } from '../scenarios/load.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { Base } from '../store/base.ts';
import { ControlRefusal } from './request/control-refusal.ts';

export interface LoadedBase {
  readonly base: Base;
  readonly warnings: readonly Finding[];
}

/** What ships with the sandbox does not change: every workspace of a dialect shares one base of it. */
const libraryBases = new WeakMap<Dialect, Map<string, LoadedBase>>();

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
): Promise<LoadedBase> {
  const known = libraryBases.get(dialect) ?? new Map<string, LoadedBase>();
  libraryBases.set(dialect, known);
  const name = libraryName(sources);
  const kept = name === undefined ? undefined : known.get(name);
  if (kept !== undefined) return kept;
  const loaded = await loadScenario(sources, dialect);
  if ('findings' in loaded) throw findingsRefusal('scenario', loaded.findings, pointer);
  if (name !== undefined) known.set(name, loaded);
  return loaded;
}

/** Returns the name if the request is for exactly one scenario of the library. */
function libraryName([source, ...others]: readonly ScenarioSource[]): string | undefined {
  return source !== undefined && others.length === 0 && 'name' in source ? source.name : undefined;
}

/** The refusal of a document with findings, which lie at `pointer` in the request. */
export function findingsRefusal(
  subject: 'scenario' | 'dialect',
  findings: readonly Finding[],
  pointer: string,
): ControlRefusal {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const count = pluralize(countsOf(findings).errors, 'error');
  return new ControlRefusal(
    'invalidScenario',
    `The ${subject} has ${count}; nothing was changed.`,
    {
      details: errors.map((finding) => ({
        pointer: `${pointer}${finding.pointer}`,
        message: finding.message,
      })),
      findings,
    },
  );
}
