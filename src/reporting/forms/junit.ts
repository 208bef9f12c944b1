/** Test results as JUnit XML, which every CI server reads. */

/** Cases that belong together: those about one file, or one section of the interface. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
  /** What there is to say beside the cases. */
  readonly output?: string;
}

export interface TestCase {
  /** The group that CI servers list a case under. */
  readonly className: string;
  readonly name: string;
  readonly verdict: Verdict;
  /** How long it took. */
  readonly seconds?: number;
  /** What there is to say beside the verdict. */
  readonly output?: string;
}

export type Verdict =
  | { readonly kind: 'passed' }
  /** What was tested is wrong. */
  | { readonly kind: 'failed'; readonly message: string; readonly details?: string }
  /** The test could not come to a verdict. */
  | { readonly kind: 'broken'; readonly message: string; readonly details?: string }
  | { readonly kind: 'skipped'; readonly message: string };

/** @param name of all the suites together */
export function junitXml(name: string, suites: readonly TestSuite[]): string {
  const cases = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...countsOf(cases) })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, cases, output }: TestSuite): string[] {
  return [
    `  <testsuite${attributes({ name, ...countsOf(cases) })}>`,
    ...cases.flatMap(caseLines),
    ...outputLines(output, '    '),
    '  </testsuite>',
  ];
}

function caseLines({ className, name, verdict, seconds, output }: TestCase): string[] {
  return [
    `    <testcase${attributes({ classname: className, name, time: seconds?.toFixed(3) })}>`,
    ...verdictLines(verdict),
    ...outputLines(output, '      '),
    '    </testcase>',
  ];
}

const ELEMENTS = { failed: 'failure', broken: 'error', skipped: 'skipped' } as const;

function verdictLines(verdict: Verdict): string[] {
  if (verdict.kind === 'passed') return [];
  const element = ELEMENTS[verdict.kind];
  const details = 'details' in verdict ? escaped(verdict.details ?? '') : '';
  return [`      <${element}${attributes({ message: verdict.message })}>${details}</${element}>`];
}

function outputLines(output: string | undefined, indent: string): string[] {
  return output === undefined ? [] : [`${indent}<system-out>${escaped(output)}</system-out>`];
}

function countsOf(cases: readonly TestCase[]): Readonly<Record<string, number>> {
  const count = (kind: Verdict['kind']) =>
    cases.filter(({ verdict }) => verdict.kind === kind).length;
  return {
    tests: cases.length,
    failures: count('failed'),
    errors: count('broken'),
    skipped: count('skipped'),
  };
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('');
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\n', '&#10;'],
  ['\t', '&#9;'],
  ['\r', '&#13;'],
]);

/** Text for an element or an attribute. What XML 1.0 has no way to write (section 2.2) is left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"\n\t\r]/g, (character) => ENTITIES.get(character) ?? character);
}
