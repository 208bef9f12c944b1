import { describe, expect, it } from 'vitest';
import { getRunExitCode, type EndedRun } from '../../../src/cli/conform/run-exit-code.ts';
import type { CheckResult, InputProblem, OperationCoverage, Stop } from './fake-runner.ts';

type Result = Pick<CheckResult, 'verdict' | 'cause'>;

interface Case {
  readonly when: string;
  readonly results?: readonly Result[];
  readonly coverage?: OperationCoverage['coverage'];
  readonly unusable?: readonly InputProblem[];
  readonly stop?: Stop['kind'];
  readonly interruptedBy?: EndedRun['interruptedBy'];
  /** Failures in the baseline: ids of results, which are `1`, `2` and so on. */
  readonly known?: readonly string[];
  /** Results in the baseline that no longer fail. */
  readonly stale?: readonly string[];
  readonly code: number;
  /** The exit code with --strict, if it differs. */
  readonly strictCode?: number;
}

const pass: Result = { verdict: 'pass' };
const fail: Result = { verdict: 'fail', cause: 'contract' };
const warn: Result = { verdict: 'warn', cause: 'contract' };
const internalError: Result = { verdict: 'error', cause: 'flagbearer' };
const environmentError: Result = { verdict: 'error', cause: 'environment' };
const missingSetting: Result = { verdict: 'not-tested', cause: 'settings' };
const budgetUsedUp: Result = { verdict: 'not-tested', cause: 'budget' };
const undetectedKey: Result = { verdict: 'not-tested', cause: 'dialect' };
const unusable = [{ input: 'otpSource', reason: 'returned no code' }];

const cases: readonly Case[] = [
  { when: 'all checks pass', results: [pass, pass], code: 0 },
  { when: 'a check has the verdict observed', results: [pass, { verdict: 'observed' }], code: 0 },
  { when: 'a check warns', results: [pass, warn], code: 0, strictCode: 1 },
  { when: 'a check fails', results: [pass, fail], code: 1 },
  { when: 'a check is missing a setting', results: [pass, missingSetting], code: 0, strictCode: 1 },
  {
    when: 'a check does not run because of a limit',
    results: [pass, budgetUsedUp],
    code: 0,
    strictCode: 1,
  },
  { when: 'a check depends on an undetected dialect key', results: [pass, undetectedKey], code: 0 },
  { when: 'a check has an environment error', results: [pass, environmentError], code: 4 },
  { when: 'a check has an internal error', results: [pass, internalError], code: 70 },
  { when: 'a check fails, another has an internal error', results: [internalError, fail], code: 1 },
  { when: 'an operation is not covered', results: [pass], coverage: 'not-covered', code: 4 },
  { when: 'an operation is skipped', results: [pass], coverage: 'skipped', code: 0 },
  { when: 'an input is unusable', results: [pass], unusable, code: 4 },
  {
    when: 'a check fails and an operation is not covered',
    results: [fail],
    coverage: 'not-covered',
    code: 1,
  },
  { when: 'a check fails and an input is unusable', results: [fail], unusable, code: 1 },
  { when: 'every check is not-tested', results: [undetectedKey], code: 4 },
  { when: 'no check is selected', results: [], code: 4 },
  { when: 'the only failure is in the baseline', results: [fail], known: ['1'], code: 0 },
  { when: 'one of two failures is in the baseline', results: [fail, fail], known: ['1'], code: 1 },
  { when: 'the baseline is stale', results: [pass], stale: ['1'], code: 0, strictCode: 1 },
  { when: 'the target is unreachable', stop: 'unreachable', code: 3 },
  { when: 'the target stops responding', stop: 'stoppedResponding', results: [pass], code: 4 },
  { when: 'the target stops after a failure', stop: 'stoppedResponding', results: [fail], code: 1 },
  { when: 'another service responds', stop: 'otherService', code: 2 },
  { when: 'the client is rejected', stop: 'credentialsRefused', code: 2 },
  {
    when: 'Ctrl-C interrupts the run',
    results: [fail],
    stop: 'interrupted',
    interruptedBy: 'SIGINT',
    code: 130,
  },
  { when: 'SIGTERM interrupts the run', stop: 'interrupted', interruptedBy: 'SIGTERM', code: 143 },
];

describe('the exit code of a run', () => {
  it.each(cases)('is $code if $when', (testCase) => {
    expect(getRunExitCode(createEndedRun(testCase, { strict: false }))).toBe(testCase.code);
  });

  const strictCases = cases.map((testCase) => ({ strictCode: testCase.code, ...testCase }));
  it.each(strictCases)('is $strictCode with --strict if $when', (testCase) => {
    expect(getRunExitCode(createEndedRun(testCase, { strict: true }))).toBe(testCase.strictCode);
  });
});

function createEndedRun(testCase: Case, { strict }: { readonly strict: boolean }): EndedRun {
  const { results = [], coverage = 'covered', stop, interruptedBy = null } = testCase;
  const { unusable = [], known = [], stale = [] } = testCase;
  return {
    strict,
    stop: stop === undefined ? null : { kind: stop, message: 'a reason' },
    interruptedBy,
    operations: [
      { operation: 'startWalletAuth', coverage: 'covered' },
      { operation: 'getUser', coverage },
    ],
    unusableInputs: unusable,
    baseline: { known, stale },
    results: results.map((result, index) => ({ id: `${index + 1}`, ...result })),
  };
}
