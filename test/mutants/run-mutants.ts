/** Runs against broken and legal deployments, and the detection rate of the checks. */
import { runConformance } from '../../conformance/run-conformance.ts';
import type { Section } from '../../conformance/define-check.ts';
import type { CheckResult, RunOutcome } from '../../conformance/outcome.ts';
import type { RunPorts } from '../../conformance/run.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { requirements } from '../../src/contract/requirements.gen.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Deployment } from './deployments.ts';
import type { Mutate } from './mutate.ts';
import { startMutant } from './mutant-proxy.ts';
import type { Operator } from './operators/operator.ts';

/** The timeout of a run, in milliseconds. */
const LONGEST_RUN = 300_000;

export interface MutantResult {
  readonly deployment: string;
  readonly operator: Pick<Operator, 'name' | 'requirement' | 'kind' | 'undetectable'>;
  /** Whether a check of the broken rule, of another rule, or none detected the mutant. */
  readonly killedBy: 'own' | 'other' | 'none';
  /** Ids of the checks that detected the mutant. */
  readonly noticed: readonly string[];
  /** Verdicts and reasons of the checks of the rule itself. */
  readonly own: readonly string[];
  /** The error of the run itself. */
  readonly errors: readonly string[];
  /** Why the run ended before its checks. */
  readonly stop: string | null;
}

interface RunOptions {
  /** The declared dialect, which replaces discovery. */
  readonly granted?: Dialect | null;
  readonly settings?: Partial<ConformSettings>;
  readonly ports?: Partial<RunPorts>;
  readonly sections?: readonly Section[];
}

/** Waits are skipped, since local deployments have no outages. */
const withoutWaiting = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs against a deployment; `mutate` changes requests and responses. */
export async function runAgainst(
  deployment: Deployment,
  mutate: Mutate | null,
  { granted: assumedDialect, settings = {}, ports = {}, sections }: RunOptions = {},
): Promise<RunOutcome> {
  const running = await deployment.start();
  const proxy = mutate && (await startMutant(running.target, running.naming, mutate));
  try {
    return await runConformance(
      { ...running.settings(proxy?.url ?? running.target), ...settings },
      {
        sleep: withoutWaiting,
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

/** The result of a run against a broken deployment. */
export async function judgeMutant(
  operator: Operator,
  deployment: Deployment,
  options: RunOptions = {},
): Promise<MutantResult> {
  return judged(operator, deployment, await runAgainst(deployment, operator.mutate, options));
}

/** As `judgeMutant`; if the checks of the rule itself find it, the others are not run. */
export async function judgeMutantQuickly(
  operator: Operator,
  deployment: Deployment,
  options: RunOptions = {},
): Promise<MutantResult> {
  const settings = { ...options.settings, only: [operator.requirement] };
  const own = await judgeMutant(operator, deployment, { ...options, settings });
  return own.killedBy === 'own' ? own : judgeMutant(operator, deployment, options);
}

/** The result of a run that threw an error. */
export function foundNothing(
  operator: Operator,
  deployment: Deployment,
  why: string,
): MutantResult {
  return {
    deployment: deployment.name,
    operator: described(operator),
    killedBy: 'none',
    noticed: [],
    own: [],
    errors: [],
    stop: why,
  };
}

function judged(operator: Operator, deployment: Deployment, outcome: RunOutcome): MutantResult {
  const { requirement } = operator;
  const own = outcome.results.filter((result) => result.requirement === requirement);
  const noticed = outcome.results.filter(notices);
  const byOther = noticed.some((result) => isAsGrave(result, requirement)) ? 'other' : 'none';
  return {
    deployment: deployment.name,
    operator: described(operator),
    killedBy: own.some(notices) ? 'own' : byOther,
    noticed: noticed.map(({ id }) => id),
    own: own.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`),
    errors: outcome.results
      // A mutant may change the read of a declared account, which is an error without blame.
      .filter(({ verdict, cause }) => verdict === 'error' && cause !== 'environment')
      .map(({ id, reason }) => `${id}: ${reason}`),
    stop: outcome.stop?.message ?? null,
  };
}

function described({ name, requirement, kind, undetectable }: Operator): MutantResult['operator'] {
  return { name, requirement, kind, ...(undetectable !== undefined && { undetectable }) };
}

/** A broken MUST must fail, a broken SHOULD must warn. */
function notices({ verdict }: CheckResult): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** A warning is not enough for a MUST. */
function isAsGrave({ verdict }: CheckResult, requirement: string): boolean {
  return verdict === 'fail' || getLevel(requirement) === 'SHOULD';
}

function getLevel(requirement: string): 'MUST' | 'SHOULD' | 'OPEN' {
  const found = requirements.find(({ id }) => id === requirement);
  if (found === undefined) throw new TypeError(`no requirement ${requirement}`);
  return found.level;
}

/** The failures and warnings of a run against a legal deployment. */
export function listAlarms({ results, stop }: RunOutcome): string[] {
  return [
    ...(stop === null ? [] : [`stopped: ${stop.message}`]),
    ...results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      .map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`),
  ];
}
