/** Discovers a sandbox in a dialect, and another sandbox in the discovered dialect. */
import { expect } from 'vitest';
import type { Section } from '../../../conformance/define-check.ts';
import { Knowledge } from '../../../conformance/discovery/knowledge.ts';
import { listObservableValues } from '../../../conformance/discovery/observable-values.ts';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import { runConformance } from '../../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import type { Dialect, DialectDocument } from '../../../src/dialect/dialect.ts';
import { dialectKeys, getDialectValue } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import { createSettings, type useTargets } from '../sandbox-targets.ts';
import { listNotShown } from './not-shown.ts';
import { createDocument, type DialectValues } from './values.ts';

type Targets = ReturnType<typeof useTargets>;

/** Discovers a sandbox that was started in a dialect, and expects that dialect. */
export async function expectDiscovered(
  targets: Targets,
  values: DialectValues,
  sections: readonly Section[] = [],
  given: Partial<ConformSettings> = {},
): Promise<RunOutcome> {
  const started = createDocument(values);
  const outcome = await runInDialect(targets, started, sections, given);
  expect(outcome.stop).toBe(null);
  const { document } = outcome.dialect;
  const [expected, found] = [await loaded(started), await loaded(document)];
  const unknown = new Set(document.unknown);
  const excused = listNotShown(expected);
  const known = observedKeys.filter((key) => !(unknown.has(key) && excused.has(key)));
  expect(describeAttempts(found, known, unknown)).toEqual(describeAttempts(expected, known));
  return outcome;
}

/** Detects with fewer settings than possible: decided values are correct, others may stay unknown. */
export async function expectNothingWrong(
  targets: Targets,
  values: DialectValues,
  given: Partial<ConformSettings>,
): Promise<RunOutcome> {
  const started = createDocument(values);
  const outcome = await runInDialect(targets, started, [], given);
  const { document } = outcome.dialect;
  const unknown = new Set(document.unknown);
  const known = observedKeys.filter((key) => !unknown.has(key));
  // An unknown key has its real value, which may decide whether another key has an effect.
  const found = withValues(await loaded(document), await loaded(started), document.unknown ?? []);
  expect(describeAttempts(found, known)).toEqual(describeAttempts(await loaded(started), known));
  return outcome;
}

/** Starts another sandbox in the discovered dialect, and expects the same result again. */
export async function expectSameResult(
  targets: Targets,
  { dialect: { document } }: RunOutcome,
  sections: readonly Section[] = [],
): Promise<RunOutcome> {
  const outcome = await runInDialect(targets, document, sections);
  const { values = {} } = outcome.dialect.document;
  // Unknown keys now have their default, which may be detected.
  const known = dialectKeys.filter(({ key }) => !document.unknown?.includes(key));
  const listValues = (of: object) => known.map(({ key }) => [key, getDialectValue(of, key)]);
  expect(listValues(values)).toEqual(listValues(document.values ?? {}));
  return outcome;
}

/** Maximum number of requests and sends of a discovery in any dialect. */
export const LIMITS = { requests: 320, otpSends: 24 };

const observedKeys = dialectKeys
  // Only the flag codes of accounts are detected.
  .filter(({ key, isObserved }) => isObserved && key !== 'flags.catalogue')
  .map(({ key }) => key);

async function runInDialect(
  targets: Targets,
  document: DialectDocument,
  sections: readonly Section[],
  given: Partial<ConformSettings> = {},
): Promise<RunOutcome> {
  const settings = createSettings(await targets.target(document), given);
  return runConformance(settings, { sleep: () => Promise.resolve() }, sections);
}

/** Returns the dialect with some values of another one. */
function withValues(dialect: Dialect, other: Dialect, keys: readonly string[]): Dialect {
  const knowledge = new Knowledge();
  for (const { key } of dialectKeys) {
    knowledge.decide(key, getDialectValue(keys.includes(key) ? other : dialect, key), null);
  }
  return knowledge.dialect;
}

async function loaded(document: DialectDocument): Promise<Dialect> {
  const result = await loadDialect(document);
  if ('findings' in result) throw new Error(JSON.stringify(result.findings));
  return result.dialect;
}

function describeAttempts(
  dialect: Dialect,
  keys: readonly string[],
  unknown: ReadonlySet<string> = new Set(),
): Record<string, unknown> {
  const values = listObservableValues(dialect);
  return Object.fromEntries(
    keys.map((key) => [key, unknown.has(key) ? 'unknown' : values.get(key)]),
  );
}
