/** Runs against broken and legal deployments, and the detection rate of the checks. */
import { runConformance } from '../../conformance/run-conformance.ts';
import type { Section } from '../../conformance/define-check.ts';
import type { CheckResult, RunOutcome } from '../../conformance/outcome.ts';
import type { RunPorts } from '../../conformance/run.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { exitCode } from '../../src/cli/command/command.ts';
import { getRunExitCode } from '../../src/cli/conform/run-exit-code.ts';
import { requirements } from '../../src/contract/requirements.gen.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Deployment } from './deployments.ts';
import type { Mutate } from './mutate.ts';
import { startMutant } from './mutant-proxy.ts';
import type { Operator } from './operators/operator.ts';

const LONGEST_RUN = 300_000;

export interface MutantResult {
  readonly deployment: string;
  readonly operator: Pick<Operator, 'name' | 'requirement' | 'kind' | 'undetectable'>;
  /** Whether a check of the broken rule, of another rule, or none detected the mutant. */
  readonly killedBy: 'own' | 'other' | 'none';
  /** Ids of the checks that detected the mutant. */
  readonly detectedBy: readonly string[];
  /** Verdicts and reasons of the checks of the rule itself. */
  readonly own: readonly string[];
  /** The error of the run itself. */
  readonly errors: readonly string[];
  /** Why the run ended before its checks. */
  readonly stop: string | null;
  /** The exit code of the command: 4 if nothing failed, and the run is incomplete. */
  readonly exitCode: number;
}

interface RunOptions {
  /** The declared dialect, which replaces discovery. */
  readonly assumedDialect?: Dialect | null;
  readonly settings?: Partial<ConformSettings>;
  readonly ports?: Partial<RunPorts>;
  readonly sections?: readonly Section[];
}

/** Skips a wait, since local deployments have no outages. */
const skipWait = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs against a deployment; `mutate` changes requests and responses. */
export async function runAgainst(
  deployment: Deployment,
  mutate: Mutate | null,
  { assumedDialect, settings = {}, ports = {}, sections }: RunOptions = {},
): Promise<RunOutcome> {
  const running = await deployment.start();
  const proxy = mutate && (await startMutant(running.target, running.naming, mutate));
  try {
    return await runConformance(
      { ...running.settings(proxy?.url ?? running.target), ...settings },
      {
        sleep: skipWait,
        signal: AbortSignal.timeout(LONGEST_RUN),
        ...(assumedDialect && { assumedDialect }),
        ...ports,
      },
      sections,
    );
  } finally {
    await proxy?.close();
    await running.close();
  }
}

export async function judgeMutant(
  operator: Operator,
  deployment: Deployment,
  options: RunOptions = {},
): Promise<MutantResult> {
  return createMutantResult(
    operator,
    deployment,
    await runAgainst(deployment, operator.mutate, options),
  );
}

/** Runs only the checks of the rule itself first, and all checks if they do not detect the mutant. */
export async function judgeMutantQuickly(
  operator: Operator,
  deployment: Deployment,
  options: RunOptions = {},
): Promise<MutantResult> {
  const settings = { ...options.settings, only: [operator.requirement] };
  const own = await judgeMutant(operator, deployment, { ...options, settings });
  return own.killedBy === 'own' ? own : judgeMutant(operator, deployment, options);
}

/** Creates the result of a run that threw an error. */
export function createUndetectedResult(
  operator: Operator,
  deployment: Deployment,
  why: string,
): MutantResult {
  return {
    deployment: deployment.name,
    operator: describeOperator(operator),
    killedBy: 'none',
    detectedBy: [],
    own: [],
    errors: [],
    stop: why,
    exitCode: exitCode.internalError,
  };
}

function createMutantResult(
  operator: Operator,
  deployment: Deployment,
  outcome: RunOutcome,
): MutantResult {
  const { requirement } = operator;
  const own = outcome.results.filter((result) => result.requirement === requirement);
  const detections = outcome.results.filter(isDetection);
  const byOther = detections.some((result) => isSevereEnough(result, requirement))
    ? 'other'
    : 'none';
  return {
    deployment: deployment.name,
    operator: describeOperator(operator),
    killedBy: own.some(isDetection) ? 'own' : byOther,
    detectedBy: detections.map(({ id }) => id),
    own: own.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`),
    errors: outcome.results
      // A mutant may change the read of a declared account, which then counts as an unusable setting.
      .filter(({ verdict, cause }) => verdict === 'error' && cause !== 'environment')
      .map(({ id, reason }) => `${id}: ${reason}`),
    stop: outcome.stop?.message ?? null,
    exitCode: getRunExitCode({
      ...outcome,
      baseline: { known: [], stale: [] },
      strict: false,
      interruptedBy: null,
    }),
  };
}

function describeOperator({
  name,
  requirement,
  kind,
  undetectable,
}: Operator): MutantResult['operator'] {
  return { name, requirement, kind, ...(undetectable !== undefined && { undetectable }) };
}

/** Returns whether a result detects a mutant: a failure or a warning. */
function isDetection({ verdict }: CheckResult): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** Returns whether the verdict is severe enough: a warning is not enough for a MUST. */
function isSevereEnough({ verdict }: CheckResult, requirement: string): boolean {
  return verdict === 'fail' || getLevel(requirement) === 'SHOULD';
}

function getLevel(requirement: string): 'MUST' | 'SHOULD' | 'OPEN' {
  const found = requirements.find(({ id }) => id === requirement);
  if (found === undefined) throw new TypeError(`no requirement ${requirement}`);
  return found.level;
}

/** Returns the ids of the checks that failed. */
export function listFailed({ results }: Pick<RunOutcome, 'results'>): string[] {
  return results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
}

/** Returns the failures and warnings of a run against a legal deployment. */
export function listAlarms({ results, stop }: RunOutcome): string[] {
  return [
    ...(stop === null ? [] : [`stopped: ${stop.message}`]),
    ...results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      .map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`),
  ];
}
