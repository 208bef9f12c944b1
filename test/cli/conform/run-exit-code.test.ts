import { describe, expect, it } from 'vitest';
import { runExitCode, type EndedRun } from '../../../src/cli/conform/run-exit-code.ts';
import type { CheckResult, Stop } from '../../../src/cli/conform/runner.ts';

type Verdicts = readonly (CheckResult['verdict'] | 'own mistake')[];

interface Case {
  readonly when: string;
  readonly verdicts?: Verdicts;
  readonly stop?: Stop['kind'];
  readonly interruptedBy?: EndedRun['interruptedBy'];
  /** Ids are `1`, `2` and so on. */
  readonly known?: readonly string[];
  readonly stale?: readonly string[];
  readonly code: number;
  readonly strictCode: number;
}

const cases: readonly Case[] = [
  { when: 'all pass', verdicts: ['pass', 'pass'], code: 0, strictCode: 0 },
  { when: 'one warns, one is observed', verdicts: ['warn', 'observed'], code: 0, strictCode: 0 },
  { when: 'one fails', verdicts: ['pass', 'fail'], code: 1, strictCode: 1 },
  { when: 'one was not tested', verdicts: ['pass', 'not-tested'], code: 0, strictCode: 1 },
  { when: 'the surroundings broke one', verdicts: ['pass', 'error'], code: 0, strictCode: 1 },
  { when: 'flagbearer broke one', verdicts: ['pass', 'own mistake'], code: 70, strictCode: 70 },
  { when: 'it broke one, one fails', verdicts: ['own mistake', 'fail'], code: 1, strictCode: 1 },
  { when: 'it broke the only one', verdicts: ['own mistake'], code: 70, strictCode: 70 },
  { when: 'none was tested', verdicts: ['not-tested', 'error'], code: 4, strictCode: 4 },
  { when: 'all is observed', verdicts: ['observed'], code: 4, strictCode: 4 },
  { when: 'there is none', verdicts: [], code: 4, strictCode: 4 },
  { when: 'a known one fails', verdicts: ['fail'], known: ['1'], code: 0, strictCode: 0 },
  {
    when: 'one that is known fails, and one that is not',
    verdicts: ['fail', 'fail'],
    known: ['1'],
    code: 1,
    strictCode: 1,
  },
  { when: 'the baseline is stale', verdicts: ['pass'], stale: ['1'], code: 0, strictCode: 1 },
  { when: 'nothing answers', stop: 'unreachable', code: 3, strictCode: 3 },
  { when: 'another service answers', stop: 'otherService', code: 2, strictCode: 2 },
  { when: 'the client is refused', stop: 'credentialsRefused', code: 2, strictCode: 2 },
  {
    when: 'Ctrl-C ends it after a failure',
    verdicts: ['fail'],
    stop: 'interrupted',
    interruptedBy: 'SIGINT',
    code: 130,
    strictCode: 130,
  },
  {
    when: 'SIGTERM ends it',
    stop: 'interrupted',
    interruptedBy: 'SIGTERM',
    code: 143,
    strictCode: 143,
  },
];

describe('the exit code of a run', () => {
  it.each(cases)('is $code when $when', (given) => {
    expect(runExitCode(endedRun(given, false))).toBe(given.code);
  });

  it.each(cases)('is $strictCode with --strict when $when', (given) => {
    expect(runExitCode(endedRun(given, true))).toBe(given.strictCode);
  });
});

function endedRun(given: Case, strict: boolean): EndedRun {
  const { verdicts = [], stop, interruptedBy = null, known = [], stale = [] } = given;
  return {
    strict,
    stop: stop === undefined ? null : { kind: stop, message: 'why' },
    interruptedBy,
    baseline: { known, stale },
    results: verdicts.map((verdict, at) =>
      verdict === 'own mistake'
        ? { id: `${at + 1}`, verdict: 'error', cause: 'flagbearer' }
        : { id: `${at + 1}`, verdict, cause: 'environment' },
    ),
  };
}
