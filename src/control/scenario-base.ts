import type { Dialect } from '../dialect/dialect.ts';
import { pluralize } from '../pluralize.ts';
import { countFindings, type Finding } from '../documents/finding.ts';
import { loadScenario, type ScenarioSource } from '../scenarios/load.ts';
import type { Base } from '../store/base.ts';
import { ControlRefusal } from './request/control-refusal.ts';

export interface LoadedBase {
  readonly base: Base;
  readonly warnings: readonly Finding[];
}

/** Bases by dialect and scenario name; only of library scenarios, because those never change. */
const libraryBases = new WeakMap<Dialect, Map<string, LoadedBase>>();

/**
 * Loads the scenario that a workspace starts from, as a base (`store/base.ts`).
 *
 * @param toRequestPointer converts a pointer into the scenario to a pointer into the request
 * @throws ControlRefusal invalidScenario
 */
export async function loadBase(
  sources: readonly ScenarioSource[],
  dialect: Dialect,
  toRequestPointer: (pointer: string) => string,
): Promise<LoadedBase> {
  const bases = libraryBases.get(dialect) ?? new Map<string, LoadedBase>();
  libraryBases.set(dialect, bases);
  const [source, ...others] = sources;
  const isOfLibrary = source !== undefined && 'name' in source && others.length === 0;
  const name = isOfLibrary ? source.name : undefined;
  const cached = name === undefined ? undefined : bases.get(name);
  if (cached !== undefined) return cached;
  const loaded = await loadScenario(sources, dialect);
  if ('findings' in loaded) {
    throw createFindingsRefusal('scenario', loaded.findings, toRequestPointer);
  }
  if (name !== undefined) bases.set(name, loaded);
  return loaded;
}

/** @throws ControlRefusal invalidDialect */
export async function parseDialect(document: unknown): Promise<Dialect> {
  // Imported here, since the schema of dialects is large and rarely needed.
  const { loadDialect } = await import('../dialect/load.ts');
  const loaded = await loadDialect(document);
  if ('dialect' in loaded) return loaded.dialect;
  throw createFindingsRefusal('dialect', loaded.findings, (pointer) => `/body/dialect${pointer}`);
}

function createFindingsRefusal(
  subject: 'scenario' | 'dialect',
  findings: readonly Finding[],
  toRequestPointer: (pointer: string) => string,
): ControlRefusal {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const count = pluralize(countFindings(findings).errors, 'error');
  return new ControlRefusal(
    subject === 'scenario' ? 'invalidScenario' : 'invalidDialect',
    `The ${subject} has ${count}; nothing was changed.`,
    {
      details: errors.map(({ pointer, message }) => ({
        pointer: toRequestPointer(pointer),
        message,
      })),
      findings,
    },
  );
}
