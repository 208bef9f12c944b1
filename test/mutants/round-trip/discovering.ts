/** A sandbox in a dialect, discovered from outside, and one more in what was discovered. */
import { expect } from 'vitest';
import { observableValues } from '../../../conformance/discovery/nothing-to-decide.ts';
import type { Section } from '../../../conformance/define-check.ts';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import { runInProcess } from '../../../conformance/run-in-process.ts';
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import type { Dialect, DialectDocument } from '../../../src/dialect/dialect.ts';
import { settingsFor, useTargets } from '../sandbox-targets.ts';
import { documentOf, type DialectValues } from './values.ts';

const observed = dialectKeys.filter(({ isObserved }) => isObserved).map(({ key }) => key);

type Targets = ReturnType<typeof useTargets>;

/**
 * Discovers a sandbox of these values, then another one that is started from what was discovered.
 *
 * @param sections checks to perform on the first; none by default
 */
export async function expectRoundTrip(
  targets: Targets,
  values: DialectValues,
  sections: readonly Section[] = [],
): Promise<RunOutcome> {
  const started = documentOf(values) as DialectDocument;
  const first = await outcomeOf(targets, started, sections);
  expect(first.stop).toBe(null);
  const { document } = first.dialect;
  expect(seen(await loaded(document), document.unknown)).toEqual(seen(await loaded(started)));

  const second = await outcomeOf(targets, document, sections);
  expect(second.dialect.document.values).toEqual(document.values);
  return first;
}

async function outcomeOf(
  targets: Targets,
  document: DialectDocument,
  sections: readonly Section[],
): Promise<RunOutcome> {
  const settings = settingsFor(await targets.target(document));
  return runInProcess(settings, { sleep: () => Promise.resolve() }, sections);
}

async function loaded(document: DialectDocument): Promise<Dialect> {
  const result = await loadDialect(document);
  if ('findings' in result) throw new Error(JSON.stringify(result.findings));
  return result.dialect;
}

/** What a discovery is to find out; `unknown` where it did not. */
function seen(dialect: Dialect, unknown: readonly string[] = []): Record<string, unknown> {
  const values = observableValues(dialect);
  return Object.fromEntries(
    observed.map((key) => [key, unknown.includes(key) ? 'unknown' : values.get(key)]),
  );
}
