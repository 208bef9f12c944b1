/** Test results as JUnit XML, which every CI server reads. */
import { escape as escapeHtml } from '../html/markup.ts';
import { toVisibleText } from '../text/visible-text.ts';

/** A named group of cases, such as those of one file or of one section of the interface. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
  readonly output?: string;
}

export interface TestCase {
  /** The group that CI servers list a case under. */
  readonly className: string;
  readonly name: string;
  readonly verdict: Verdict;
  readonly seconds?: number;
  /** Shown in the output of the suite. */
  readonly output?: string;
}

export type Verdict =
  | { readonly kind: 'passed' }
  /** The tested system is wrong. */
  | { readonly kind: 'failed'; readonly message: string; readonly details?: string }
  /** The test has no verdict because of an error. */
  | { readonly kind: 'error'; readonly message: string; readonly details?: string }
  | { readonly kind: 'skipped'; readonly message: string };

interface TestRun {
  readonly name: string;
  /** When the run started, or the report was created: ISO 8601, UTC. */
  readonly timestamp: string;
}

/**
 * Returns XML that is valid in both common schemas: `junit-10.xsd` of Jenkins' xUnit plugin and `JUnit.xsd` of
 * Apache Ant (windyroad/JUnit-Schema). The second allows neither attributes of `testsuites` nor output
 * of a single case, and it requires times, elements and attributes that are optional in the first.
 */
export function formatJunitXml(run: TestRun, suites: readonly TestSuite[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites.flatMap((suite, id) => formatSuite(suite, id, run)),
    '</testsuites>',
    '',
  ].join('\n');
}

function formatSuite(suite: TestSuite, id: number, { name, timestamp }: TestRun): string[] {
  const { cases } = suite;
  const seconds = cases.reduce((sum, testCase) => sum + (testCase.seconds ?? 0), 0);
  const head = {
    package: name,
    id,
    name: suite.name,
    // The schema does not allow a time zone.
    timestamp: timestamp.slice(0, 'yyyy-mm-ddThh:mm:ss'.length),
    hostname: 'localhost',
    ...countCases(cases),
    time: seconds.toFixed(3),
  };
  return [
    `  <testsuite${formatAttributes(head)}>`,
    '    <properties></properties>',
    ...cases.flatMap(formatCase),
    `    <system-out>${escape(formatOutput(suite))}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ];
}

function formatOutput({ output, cases }: TestSuite): string {
  const lines = cases.flatMap(({ name, output: text }) =>
    text === undefined ? [] : [`${name}: ${text}`],
  );
  return [...(output === undefined ? [] : [output]), ...lines].join('\n');
}

function formatCase({ className, name, verdict, seconds = 0 }: TestCase): string[] {
  const head = { classname: className, name, time: seconds.toFixed(3) };
  return [`    <testcase${formatAttributes(head)}>`, ...formatVerdict(verdict), '    </testcase>'];
}

const ELEMENTS = { failed: 'failure', error: 'error', skipped: 'skipped' } as const;

function formatVerdict(verdict: Verdict): string[] {
  const { kind } = verdict;
  if (kind === 'passed') return [];
  const element = ELEMENTS[kind];
  const type = kind === 'skipped' ? {} : { type: kind === 'failed' ? 'assertion' : 'error' };
  const details = 'details' in verdict ? escape(verdict.details ?? '') : '';
  const head = formatAttributes({ message: verdict.message, ...type });
  return [`      <${element}${head}>${details}</${element}>`];
}

function countCases(cases: readonly TestCase[]) {
  const count = (kind: Verdict['kind']) =>
    cases.filter(({ verdict }) => verdict.kind === kind).length;
  return {
    tests: cases.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function formatAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');
}

/** Escapes a text for an element or an attribute. XML 1.0 (section 2.2) excludes the two omitted characters. */
function escape(text: string): string {
  const visibleText = toVisibleText(text).replaceAll(/[\uFFFE\uFFFF]/g, '');
  return escapeHtml(visibleText).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
