import type { RunContext, Runner } from '../../../src/cli/conform/host.ts';

type ConformSettings = Parameters<Runner['runConformance']>[0];
export type RunOutcome = Awaited<ReturnType<Runner['runConformance']>>;
export type CheckResult = RunOutcome['results'][number];
export type InputProblem = RunOutcome['unusableInputs'][number];
export type OperationCoverage = RunOutcome['operations'][number];
export type Stop = NonNullable<RunOutcome['stop']>;
type ListedCheck = ReturnType<Runner['listChecks']>[number];
type Progress = Parameters<RunContext['watch']>[0];

/** Returns a result of a check about the bearer token of `authenticateWallet`, with the given changes. */
export function createResult(given: Partial<CheckResult> = {}): CheckResult {
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
    ...given,
  };
}

export const passing = createResult();

export const failing = createResult({
  id: '2.4.mask.shape',
  requirement: '2.4.mask',
  clause: '2.4',
  title: 'shows a user mask',
  verdict: 'fail',
  cause: 'contract',
  reason: 'userMask has no id',
});

export const untested = createResult({
  id: '4.5.request.code',
  requirement: '4.5.request',
  clause: '4.5',
  operation: 'authenticateSmsOtp',
  title: 'takes the code that was sent',
  verdict: 'not-tested',
  cause: 'settings',
  reason: 'needs an OTP source',
});

/** All eight. */
const operationIds = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'authenticateSmsOtp',
  'sendEmailOtp',
  'authenticateEmailOtp',
  'getUser',
] as const;

export function createOutcome(given: Partial<RunOutcome> = {}): RunOutcome {
  return {
    startedAt: '2026-01-15T10:00:00.000Z',
    durationMs: 2345,
    seed: 7,
    stop: null,
    operations: operationIds.map((operation) => ({ operation, coverage: 'covered' })),
    unusableInputs: [],
    results: [failing, passing, untested],
    budget: {
      requests: { used: 211, most: 2000 },
      otpSends: { used: 12, most: 60 },
      usersCreated: 9,
    },
    dialect: {
      document: { version: 1, values: { wallet: { variant: 'network' } }, unknown: ['user.path'] },
      openQuestions: [
        { key: 'user.path', clause: '4.8', question: 'Where is a user read?', seen: 'only 404' },
      ],
    },
    ...given,
  };
}

export interface FakeRunner extends Runner {
  /** The settings of each run. */
  readonly ran: ConformSettings[];
}

/** Creates a runner that reports each result and then ends with the outcome. */
export function createRunner(
  ends: RunOutcome | ((ctx: RunContext) => Promise<RunOutcome>),
): FakeRunner {
  const ran: ConformSettings[] = [];
  return {
    ran,
    async runConformance(settings, ctx) {
      ran.push(settings);
      if (typeof ends === 'function') return ends(ctx);
      for (const progress of listProgress(ends)) ctx.watch(progress);
      return ends;
    },
    listChecks: () => [failing, passing, untested].map(createListedCheck),
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
