import type { Dialect } from '../../dialect/dialect.ts';
import { formatTimestamp } from '../../domain/clock.ts';
import { formatFinding, formatFindingText } from '../../documents/finding.ts';
import type { MessageFinding } from '../../messages/check-messages.ts';
import { systemClock } from '../../ports/clock.ts';
import {
  formatJunitXml,
  type TestCase,
  type TestSuite,
  type Verdict,
} from '../../reporting/forms/junit.ts';
import type { CheckedFile } from './message-files.ts';

/** Returns a suite for each file, with a case for each flag of the catalogue and one for the file. */
export function formatMessagesJunit(checked: readonly CheckedFile[], dialect: Dialect): string {
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  const suites = checked.map((file) => createSuite(file, codes));
  const at = formatTimestamp(systemClock.now());
  return formatJunitXml({ name: 'flagbearer messages check', timestamp: at }, suites);
}

function createSuite(
  { file, state, findings, flagsWithErrors }: CheckedFile,
  codes: readonly string[],
): TestSuite {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const createCase = (name: string, verdict: Verdict): TestCase => ({
    className: file,
    name,
    verdict,
  });
  const createVerdict = (code: string): Verdict => {
    if (state === 'not parsed') {
      return {
        kind: 'skipped',
        message:
          'Not checked: the file cannot be parsed. Fix the errors of the test case "the file".',
      };
    }
    const verdict = toVerdict(errors.filter(({ flag }) => flag === code));
    if (verdict.kind === 'failed' || !flagsWithErrors.has(code)) return verdict;
    return {
      kind: 'failed',
      message:
        'The error of this flag is not listed, because the file has too many errors. Fix the listed errors first.',
    };
  };
  return {
    name: file,
    cases: [
      createCase('the file', toVerdict(errors.filter(({ flag }) => flag === undefined))),
      ...codes.map((code) => createCase(code, createVerdict(code))),
    ],
    ...(warnings.length === 0 ? {} : { output: warnings.map(formatFinding).join('\n') }),
  };
}

function toVerdict(errors: readonly MessageFinding[]): Verdict {
  const [first] = errors;
  if (first === undefined) return { kind: 'passed' };
  const details = errors.map(formatFinding).join('\n');
  return { kind: 'failed', message: formatFindingText(first), details };
}
