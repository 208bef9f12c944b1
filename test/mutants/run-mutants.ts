/** Runs the checks against broken and legal deployments, and judges whether a mutant was detected. */
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
import type { Operator } from './operators/operator.ts';
import { withMutant } from './with-mutant.ts';

/** Timeout of a run, in milliseconds. */
const RUN_TIMEOUT = 300_000;

export interface MutantResult {
  readonly deployment: string;
  readonly operator: Pick<Operator, 'name' | 'requirement' | 'kind' | 'undetectable'>;
  /** Which checks detected the mutant: checks of the violated rule (`own`), of another rule, or none. */
  readonly killedBy: 'own' | 'other' | 'none';
  /** Ids of the checks that detected the mutant. */
  readonly detectedBy: readonly string[];
  /** Verdicts and reasons of the checks of the violated rule. */
  readonly own: readonly string[];
  /** Internal errors of checks. */
  readonly errors: readonly string[];
  /** Why the run stopped early. */
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
  /** Hides the control API of a sandbox, which contains the inbox. */
  readonly hidesInbox?: boolean;
}

export const skipWait = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs the checks against a deployment. */
export const runAgainst = (deployment: Deployment, options?: RunOptions) =>
  runMutated(deployment, null, options);

/** Runs the checks with the dialect of the deployment, which replaces discovery. */
export const runWithoutDiscovery = (
  deployment: Deployment,
  mutate: Mutate | null,
  settings: Partial<ConformSettings>,
) => runMutated(deployment, mutate, { assumedDialect: deployment.dialect, settings });

/** Runs the checks against a mutant of a deployment, or against the deployment if `mutate` is null. */
export function runMutated(
  deployment: Deployment,
  mutate: Mutate | null,
  { assumedDialect, settings = {}, ports = {}, sections, hidesInbox = false }: RunOptions = {},
): Promise<RunOutcome> {
  return withMutant(
    deployment,
    mutate,
    (url, running) =>
      runConformance(
        { ...running.settings(url), ...settings },
        {
          sleep: skipWait,
          signal: AbortSignal.timeout(RUN_TIMEOUT),
          ...(assumedDialect && { assumedDialect }),
          ...ports,
        },
        sections,
      ),
    { hidesInbox },
  );
}

export async function judgeMutant(
  operator: Operator,
  deployment: Deployment,
  options: RunOptions = {},
): Promise<MutantResult> {
  const outcome = await runMutated(deployment, operator.mutate, options);
  return createMutantResult(operator, deployment, outcome);
}

/** Runs the checks of the violated rule. Runs all checks only if these checks do not detect the mutant. */
export async function judgeMutantQuickly(
  operator: Operator,
  deployment: Deployment,
): Promise<MutantResult> {
  const settings = { only: [operator.requirement] };
  const result = await judgeMutant(operator, deployment, { settings });
  return result.killedBy === 'own' ? result : judgeMutant(operator, deployment);
}

/** Creates the result of a run that threw an error. */
export function createErrorResult(
  operator: Operator,
  deployment: Deployment,
  reason: string,
): MutantResult {
  return {
    deployment: deployment.name,
    operator: describeOperator(operator),
    killedBy: 'none',
    detectedBy: [],
    own: [],
    errors: [],
    stop: reason,
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
  return {
    deployment: deployment.name,
    operator: describeOperator(operator),
    killedBy: judgeKill(detections, requirement),
    detectedBy: detections.map(({ id }) => id),
    own: own.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`),
    errors: outcome.results
      // A mutant may change a declared account, which is then reported as an unusable setting.
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

function judgeKill(detections: readonly CheckResult[], requirement: string) {
  if (detections.some((result) => result.requirement === requirement)) return 'own';
  return detections.some((result) => countsForOther(result, requirement)) ? 'other' : 'none';
}

function describeOperator({
  name,
  requirement,
  kind,
  undetectable,
}: Operator): MutantResult['operator'] {
  return { name, requirement, kind, ...(undetectable !== undefined && { undetectable }) };
}

function isDetection({ verdict }: CheckResult): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** Returns whether a detection by a check of another rule counts. For a MUST, a warning does not count. */
function countsForOther({ verdict }: CheckResult, requirement: string): boolean {
  return verdict === 'fail' || getLevel(requirement) === 'SHOULD';
}

function getLevel(requirement: string): 'MUST' | 'SHOULD' | 'OPEN' {
  const rule = requirements.find(({ id }) => id === requirement);
  if (rule === undefined) throw new TypeError(`no requirement ${requirement}`);
  return rule.level;
}

/** Returns the ids of the checks that failed. */
export function listFailed({ results }: Pick<RunOutcome, 'results'>): string[] {
  return results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
}

/** Returns the failures and errors. A run against a legal deployment must not have any. */
export function listFalseFailures({ results, stop }: RunOutcome): string[] {
  return [
    ...(stop === null ? [] : [`stopped: ${stop.message}`]),
    ...results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      .map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`),
  ];
}
