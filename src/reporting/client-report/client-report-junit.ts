/** A client report as JUnit XML: a case for each rule, and for each item of the coverage. */
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import type { ClientRule } from './client-rule.ts';
import { clauseTitle } from '../words/clause-title.ts';
import { coverageParts } from './coverage-parts.ts';
import { junitXml, type TestCase, type TestSuite, type Verdict } from '../forms/junit.ts';

/** @param at when the report was created: ISO 8601, UTC */
export function clientReportJunit(
  report: ClientReport,
  rules: readonly ClientRule[],
  at: string,
): string {
  const name = `flagbearer client-report ${report.workspace}`;
  return junitXml({ name, at }, [mistakeSuite(report, rules), ...coverageSuites(report)]);
}

function mistakeSuite(
  { mistakes, requests }: ClientReport,
  rules: readonly ClientRule[],
): TestSuite {
  const broken = new Map(mistakes.map((mistake) => [mistake.rule, mistake]));
  // A report of a later release may know rules that are not in this list.
  const known = new Map(rules.map(({ id, clause, title }) => [id, { clause, title }]));
  const all = new Map([...known, ...broken]);
  const unbroken: Verdict =
    requests > 0 ? { kind: 'passed' } : { kind: 'skipped', message: 'no requests' };
  return {
    name: 'mistakes',
    cases: Array.from(all, ([id, { clause, title }]): TestCase => {
      const mistake = broken.get(id);
      return {
        className: clauseTitle(clause),
        name: `${id}: ${title}`,
        verdict: mistake === undefined ? unbroken : verdictOf(mistake),
      };
    }),
  };
}

function verdictOf({ message, count, hint, clients, entries, clause }: Mistake): Verdict {
  return {
    kind: 'failed',
    message: count === 1 ? message : `${message} (${count} times)`,
    details: [
      message,
      `§${clause}. ${hint}`,
      `Clients: ${clients.join(', ') || 'none of this workspace'}`,
      `Journal entries: ${entries.join(', ')}`,
    ].join('\n'),
  };
}

function coverageSuites({ coverage }: ClientReport): readonly TestSuite[] {
  return coverageParts(coverage).map(({ title, seen, missing }) => ({
    name: `coverage: ${title}`,
    cases: [
      ...seen.map((item) => caseOf(title, item, { kind: 'passed' })),
      ...missing.map((item) => caseOf(title, item, { kind: 'skipped', message: 'never seen' })),
    ],
  }));
}

function caseOf(className: string, name: string, verdict: Verdict): TestCase {
  return { className, name, verdict };
}
