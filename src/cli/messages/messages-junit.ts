import type { Dialect } from '../../dialect/dialect.ts';
import { findingLine, findingText } from '../../documents/finding.ts';
import type { MessageFinding } from '../../messages/check-messages.ts';
import {
  junitXml,
  type TestCase,
  type TestSuite,
  type Verdict,
} from '../../reporting/forms/junit.ts';
import type { CheckedFile } from './checked-file.ts';

/** A suite for each file; in it a case for each flag of the catalogue, and one for the rest. */
export function messagesJunit(checked: readonly CheckedFile[], dialect: Dialect): string {
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  const suites = checked.map((file) => suiteOf(file, codes));
  return junitXml('flagbearer messages check', suites);
}

function suiteOf({ file, state, findings }: CheckedFile, codes: readonly string[]): TestSuite {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const caseOf = (name: string, verdict: Verdict): TestCase => ({ className: file, name, verdict });
  const verdictOn = (code: string): Verdict =>
    state === 'understood'
      ? verdictOf(errors.filter(({ flag }) => flag === code))
      : { kind: 'skipped', message: 'The file could not be understood.' };
  return {
    name: file,
    cases: [
      caseOf('the file', verdictOf(errors.filter(({ flag }) => flag === undefined))),
      ...codes.map((code) => caseOf(code, verdictOn(code))),
    ],
    ...(warnings.length === 0 ? {} : { output: warnings.map(findingLine).join('\n') }),
  };
}

function verdictOf(errors: readonly MessageFinding[]): Verdict {
  const [first] = errors;
  if (first === undefined) return { kind: 'passed' };
  const details = errors.map(findingLine).join('\n');
  return { kind: 'failed', message: findingText(first), details };
}
