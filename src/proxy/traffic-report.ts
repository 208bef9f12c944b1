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

interface ObservedTraffic {
  readonly upstream: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly findings: TrafficFindings;
  readonly dialect: DialectDocument | null;
  readonly strict: boolean;
}

/** Returns the exit code: 0 nothing failed, 1 something failed, 3 no request got a response, 4 no request was observed. */
function getTrafficExitCode({ findings, strict }: ObservedTraffic): 0 | 1 | 3 | 4 {
  const failed = findings.all.some(
    ({ violation }) => violation.level === 'MUST' || (strict && !isAdditionalMember(violation)),
  );
  if (failed) return 1;
  const counts = operationIds.map((operationId) => findings.getCounts(operationId));
  if (counts.some(({ responses }) => responses > 0)) return 0;
  return findings.troubles.size > 0 ? 3 : 4;
}

export function createTrafficReport(traffic: ObservedTraffic): Report {
  const { upstream, startedAt, durationMs, findings, dialect } = traffic;
  const results = [
    ...operationIds.flatMap((operationId) => listOperationResults(operationId, findings)),
    ...findings.all.map(toResult),
    ...Array.from(findings.troubles, toTroubleResult),
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

const BREAKDOWN = '7.requests.no-breakdown';

const operationIds = [...serviceOperations.keys()];

/** Returns a verdict for the requests of an operation, and one for its responses. */
function listOperationResults(operationId: OperationId, findings: TrafficFindings): CheckResult[] {
  const { request, response } = operationRequirements[operationId];
  const { requests, responses, wrongRequests, wrongResponses } = findings.getCounts(operationId);
  return [
    createVerdict('requests', request, { operationId, observed: requests, wrong: wrongRequests }),
    createVerdict('responses', response, {
      operationId,
      observed: responses,
      wrong: wrongResponses,
    }),
  ].filter((result) => result !== null);
}

/** Returns null if there are violations, which have their own results. */
function createVerdict(
  messages: 'requests' | 'responses',
  requirement: string,
  { operationId, observed, wrong }: { operationId: OperationId; observed: number; wrong: number },
): CheckResult | null {
  if (wrong > 0) return null;
  const base = {
    ...getRule(requirement, operationId),
    id: `${requirement}/${operationId}/${messages}`,
    title: `the ${messages} of ${operationId} match the contract`,
    durationMs: 0,
    evidence: [],
  };
  const message = messages === 'requests' ? 'request' : 'response';
  if (observed === 0) {
    const reason = `no ${message} of ${operationId} was observed`;
    return { ...base, verdict: 'not-tested', cause: 'settings', reason };
  }
  const reason = `${pluralize(observed, message)} validated`;
  return { ...base, verdict: 'pass', reason };
}

function getRule(rule: string, operationId: OperationId | undefined) {
  const { clause = '', level = 'OPEN' } = findRequirement(rule) ?? {};
  return { requirement: rule, clause, level, operation: operationId ?? null } as const;
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
  const isRequest = direction === 'request';
  const operation = operationId ?? 'an unknown operation';
  const partyCause = isRequest ? 'client' : 'contract';
  const times = count === 1 ? '' : `, ${count} times`;
  return {
    ...getRule(rule, operationId),
    id,
    level,
    title: `${isRequest ? 'request' : 'response'} of ${operation}: ${pointer}`,
    verdict: VERDICTS[level],
    cause: level === 'OPEN' ? 'dialect' : partyCause,
    reason: `${isRequest ? 'the client sends' : 'the deployment returns'}: ${pointer} ${messages.join('; ')}${times}`,
    durationMs: 0,
    evidence: [...evidence],
  };
}

function toTroubleResult([message, { count, evidence }]: [
  string,
  { readonly count: number; readonly evidence: CheckResult['evidence'] },
]): CheckResult {
  return {
    ...getRule(BREAKDOWN, undefined),
    id: `${BREAKDOWN}/trouble/${message}`,
    title: 'the deployment returns',
    verdict: 'error',
    cause: 'environment',
    reason: `${message}${count === 1 ? '' : ` ${count} times.`}`,
    durationMs: 0,
    evidence,
  };
}
