/** Detects the dialect of a sandbox, and of another sandbox that is started with the detected dialect. */
import { expect } from 'vitest';
import type { Section } from '../../../conformance/define-check.ts';
import { Knowledge } from '../../../conformance/discovery/knowledge.ts';
import { listObservableValues } from '../../../conformance/discovery/observable-values.ts';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import { runConformance } from '../../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import type { Dialect, DialectDocument } from '../../../src/dialect/dialect.ts';
import { dialectKeys, getDialectValue } from '../../../src/dialect/keys.ts';
import { createSettings, type useTargets } from '../sandbox-targets.ts';
import { createDocument, loadOrThrow, type DialectValues } from '../../setup/dialect-document.ts';
import { listUndetectableKeys } from './undetectable-keys.ts';

type Targets = ReturnType<typeof useTargets>;

/** Starts a sandbox with a dialect, and expects a run to detect that dialect. */
export async function expectDetected(
  targets: Targets,
  values: DialectValues,
  sections: readonly Section[] = [],
): Promise<RunOutcome> {
  const actualDocument = createDocument(values);
  const outcome = await runInDialect(targets, actualDocument, sections);
  expect(outcome.stop).toBe(null);
  const { document } = outcome.dialect;
  const [actual, detected] = [await loadOrThrow(actualDocument), await loadOrThrow(document)];
  const unknown = new Set(document.unknown);
  const undetectable = listUndetectableKeys(actual);
  // An undetectable key may be unknown. The comparison fails for any other unknown key.
  const keys = detectableKeys.filter((key) => !(unknown.has(key) && undetectable.has(key)));
  expect(pickValues(detected, keys, unknown)).toEqual(pickValues(actual, keys));
  return outcome;
}

/** Runs with changed settings, which make some keys undetectable. Expects each detected value to be correct. */
export async function expectNoWrongValue(
  targets: Targets,
  values: DialectValues,
  settings: Partial<ConformSettings>,
): Promise<void> {
  const actualDocument = createDocument(values);
  const outcome = await runInDialect(targets, actualDocument, [], settings);
  expect(outcome.stop).toBe(null);
  const { document } = outcome.dialect;
  const unknown = new Set(document.unknown);
  const keys = detectableKeys.filter((key) => !unknown.has(key));
  const actual = await loadOrThrow(actualDocument);
  // The values of unknown keys can decide whether other keys have an effect.
  const detected = copyValues(await loadOrThrow(document), actual, document.unknown ?? []);
  expect(pickValues(detected, keys)).toEqual(pickValues(actual, keys));
}

/** Starts another sandbox with the detected dialect, and expects a run to detect the same values. */
export async function expectSameResult(
  targets: Targets,
  { dialect: { document } }: RunOutcome,
): Promise<void> {
  const outcome = await runInDialect(targets, document, []);
  const { values = {} } = outcome.dialect.document;
  // The second sandbox has the default values of unknown keys, and the run can detect these defaults.
  const detectedKeys = dialectKeys.filter(({ key }) => !document.unknown?.includes(key));
  const listValues = (dialect: object) =>
    detectedKeys.map(({ key }) => [key, getDialectValue(dialect, key)]);
  expect(listValues(values)).toEqual(listValues(document.values ?? {}));
}

/** Maximum number of requests and sends of a discovery in any dialect. */
export const LIMITS = { requests: 320, otpSends: 24 };

const detectableKeys = dialectKeys
  // Excludes the catalogue: a run detects only the flag codes of declared accounts.
  .filter(({ key, isDetectable }) => isDetectable && key !== 'flags.catalogue')
  .map(({ key }) => key);

async function runInDialect(
  targets: Targets,
  document: DialectDocument,
  sections: readonly Section[],
  changes: Partial<ConformSettings> = {},
): Promise<RunOutcome> {
  const settings = createSettings(await targets.create(document), changes);
  return runConformance(settings, { sleep: () => Promise.resolve() }, sections);
}

/** Returns a dialect with the values of `source` for `keys`, and the values of `dialect` for all other keys. */
function copyValues(dialect: Dialect, source: Dialect, keys: readonly string[]): Dialect {
  const knowledge = new Knowledge();
  for (const { key } of dialectKeys) {
    knowledge.decide(key, getDialectValue(keys.includes(key) ? source : dialect, key), null);
  }
  return knowledge.dialect;
}

function pickValues(
  dialect: Dialect,
  keys: readonly string[],
  unknown: ReadonlySet<string> = new Set(),
): Record<string, unknown> {
  const values = listObservableValues(dialect);
  return Object.fromEntries(
    keys.map((key) => [key, unknown.has(key) ? 'unknown' : values.get(key)]),
  );
}
