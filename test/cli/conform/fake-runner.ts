import type { RunContext, Runner } from '../../../src/cli/conform/host.ts';
import { serviceOperations } from '../../../src/contract/effective/service-contract.ts';

type ConformSettings = Parameters<Runner['runConformance']>[0];
export type RunOutcome = Awaited<ReturnType<Runner['runConformance']>>;
export type CheckResult = RunOutcome['results'][number];
export type InputProblem = RunOutcome['unusableInputs'][number];
export type OperationCoverage = RunOutcome['operations'][number];
export type Stop = NonNullable<RunOutcome['stop']>;
type ListedCheck = ReturnType<Runner['listChecks']>[number];
type Progress = Parameters<RunContext['onProgress']>[0];

/** Creates the result of a passed check of `authenticateWallet`, with changes. */
export function createResult(changes: Partial<CheckResult> = {}): CheckResult {
  return {
    id: '4.2.request.missing-refused',
    requirement: '4.2.request',
    clause: '4.2',
    level: 'MUST',
    operation: 'authenticateWallet',
    title: 'refuses a request without a signature',
    verdict: 'pass',
    reason: 'refused with 400',
    durationMs: 12,
    evidence: [],
    ...changes,
  };
}

export const passingResult = createResult();

export const failingResult = createResult({
  id: '2.4.mask.shape',
  requirement: '2.4.mask',
  clause: '2.4',
  title: 'shows a user mask',
  verdict: 'fail',
  cause: 'contract',
  reason: 'userMask has no id',
});

export const untestedResult = createResult({
  id: '4.5.request.code',
  requirement: '4.5.request',
  clause: '4.5',
  operation: 'authenticateSmsOtp',
  title: 'takes the code that was sent',
  verdict: 'not-tested',
  cause: 'settings',
  reason: 'needs an OTP source',
});

const operationIds = [...serviceOperations.keys()];

export function createOutcome(changes: Partial<RunOutcome> = {}): RunOutcome {
  return {
    startedAt: '2026-01-15T10:00:00.000Z',
    durationMs: 2345,
    seed: 7,
    stop: null,
    operations: operationIds.map((operation) => ({ operation, coverage: 'covered' })),
    unusableInputs: [],
    results: [failingResult, passingResult, untestedResult],
    budget: {
      requests: { used: 211, limit: 2000 },
      otpSends: { used: 12, limit: 60 },
      usersCreated: 9,
    },
    dialect: {
      document: { version: 1, values: { wallet: { variant: 'network' } }, unknown: ['user.path'] },
      openQuestions: [
        {
          key: 'user.path',
          clause: '4.8',
          question: 'Where is a user read?',
          evidence: 'only 404',
        },
      ],
    },
    ...changes,
  };
}

export interface FakeRunner extends Runner {
  readonly settingsOfRuns: ConformSettings[];
}

/** Creates a runner that sends nothing, reports each result of an outcome, and returns the outcome. */
export function createRunner(
  outcome: RunOutcome | ((ctx: RunContext) => Promise<RunOutcome>),
): FakeRunner {
  const settingsOfRuns: ConformSettings[] = [];
  return {
    settingsOfRuns,
    async runConformance(settings, ctx) {
      settingsOfRuns.push(settings);
      if (typeof outcome === 'function') return outcome(ctx);
      for (const progress of listProgress(outcome)) ctx.onProgress(progress);
      return outcome;
    },
    listChecks: () => [failingResult, passingResult, untestedResult].map(createListedCheck),
  };
}

function listProgress({ results }: RunOutcome): Progress[] {
  const total = results.length;
  return [
    { kind: 'discovering', group: 'wallet', index: 0, total: 8 },
    { kind: 'checking', total },
    ...results.map((result, index) => ({ kind: 'checked', result, index, total }) as const),
  ];
}

function createListedCheck({
  id,
  requirement,
  clause,
  level,
  operation,
  title,
}: CheckResult): ListedCheck {
  return { id, requirement, clause, level, operation, title };
}
