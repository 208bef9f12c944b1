/** Converts the findings of a proxy to a conformance report. */
import packageManifest from '../../package.json' with { type: 'json' };
import type { DialectDocument } from '../dialect/dialect.ts';
import { findRequirement } from '../reporting/requirement.ts';
import { summarize, type CheckResult, type Report } from '../reporting/report.ts';
import { serviceOperations } from '../contract/effective/service-contract.ts';
import type { OperationId } from '../contract/types.ts';
import type { TrafficFinding, TrafficFindings } from './traffic-findings.ts';
import { operationRequirements } from '../contract/requirement-ids.gen.ts';
import { isAdditionalMember, VERDICTS } from '../judge/violation.ts';
import { pluralize } from '../pluralize.ts';

const BREAKDOWN = '7.requests.no-breakdown';

const operationIds = [...serviceOperations.keys()];

interface ObservedTraffic {
  readonly upstream: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly findings: TrafficFindings;
  readonly dialect: DialectDocument | null;
  /**
   * Whether violations of a SHOULD, and differences from the dialect, also count as failures. Additional
   * response fields never do.
   */
  readonly strict: boolean;
}

export function createTrafficReport(traffic: ObservedTraffic): Report {
  const { upstream, startedAt, durationMs, findings, dialect } = traffic;
  const results = [
    ...operationIds.flatMap((operationId) => listOperationResults(operationId, findings)),
    ...findings.all.map(toResult),
    ...Array.from(findings.environmentProblems, toEnvironmentResult),
  ].toSorted((a, b) => Number(a.clause) - Number(b.clause));
  return {
    schemaVersion: 1,
    tool: { name: packageManifest.name, version: packageManifest.version },
    command: 'proxy',
    target: upstream,
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
    exitCode: getTrafficExitCode(traffic),
    summary: summarize(results),
    results,
    dialect: { version: 1 },
    ...(dialect === null ? {} : { givenDialect: dialect }),
    openQuestions: [],
  };
}

/**
 * Returns the exit code: 0 no failure, 1 a failure, 3 no response of the deployment, 4 no request to an
 * operation was processed.
 */
function getTrafficExitCode({ findings, strict }: ObservedTraffic): 0 | 1 | 3 | 4 {
  const failed = findings.all.some(
    ({ violation }) => violation.level === 'MUST' || (strict && !isAdditionalMember(violation)),
  );
  if (failed) return 1;
  const counts = operationIds.map((operationId) => findings.getCounts(operationId));
  if (counts.some(({ responses }) => responses > 0)) return 0;
  return findings.environmentProblems.size > 0 && !findings.hasResponded ? 3 : 4;
}

function listOperationResults(operationId: OperationId, findings: TrafficFindings): CheckResult[] {
  const { request, response } = operationRequirements[operationId];
  const counts = findings.getCounts(operationId);
  const { requests, responses, largeResponses, wrongRequests, wrongResponses } = counts;
  return [
    createOperationResult('request', request, {
      operationId,
      observed: requests,
      wrong: wrongRequests,
    }),
    createOperationResult('response', response, {
      operationId,
      observed: responses,
      validated: responses - largeResponses,
      wrong: wrongResponses,
    }),
  ].filter((result) => result !== null);
}

/** Returns null if some requests or responses violate the contract: each violation has its own result. */
function createOperationResult(
  direction: 'request' | 'response',
  requirement: string,
  {
    operationId,
    observed,
    validated = observed,
    wrong,
  }: { operationId: OperationId; observed: number; validated?: number; wrong: number },
): CheckResult | null {
  if (wrong > 0) return null;
  const base = {
    ...getRule(requirement, operationId),
    id: `${requirement}/${operationId}/${direction}s`,
    title: `the ${direction}s of ${operationId} match the contract`,
    durationMs: 0,
    evidence: [],
  };
  if (observed === 0) {
    const reason = `no ${direction} of ${operationId} was observed`;
    return { ...base, verdict: 'not-tested', cause: 'settings', reason };
  }
  if (validated === 0) {
    const reason = `every ${direction} of ${operationId} is too large to be validated`;
    return { ...base, verdict: 'not-tested', cause: 'environment', reason };
  }
  const reason = `${pluralize(validated, direction)} validated`;
  return { ...base, verdict: 'pass', reason };
}

function getRule(requirement: string, operationId: OperationId | undefined) {
  const { clause = '', level = 'OPEN' } = findRequirement(requirement) ?? {};
  return { requirement, clause, level, operation: operationId ?? null } as const;
}

function toResult({
  id,
  operationId,
  violation,
  messages,
  count,
  evidence,
}: TrafficFinding): CheckResult {
  const { rule, level, direction, pointer } = violation;
  const operation = operationId ?? 'an unknown operation';
  const [cause, subject] =
    direction === 'request'
      ? (['client', 'request of the client'] as const)
      : (['contract', 'response of the deployment'] as const);
  const times = count === 1 ? '' : `, ${count} times`;
  return {
    ...getRule(rule, operationId),
    id,
    level,
    title: `${direction} of ${operation}: ${pointer}`,
    verdict: VERDICTS[level],
    cause: level === 'OPEN' ? 'dialect' : cause,
    reason: `${subject}: ${pointer} ${messages.join('; ')}${times}`,
    durationMs: 0,
    evidence: [...evidence],
  };
}

function toEnvironmentResult([message, { count, evidence }]: [
  string,
  { readonly count: number; readonly evidence: CheckResult['evidence'] },
]): CheckResult {
  const times = count === 1 ? '' : ` Observed ${count} times.`;
  return {
    ...getRule(BREAKDOWN, undefined),
    id: `${BREAKDOWN}/environment/${message}`,
    title: 'the deployment responds without an error',
    verdict: 'error',
    cause: 'environment',
    reason: `${message}${times}`,
    durationMs: 0,
    evidence,
  };
}
