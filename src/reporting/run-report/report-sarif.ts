/**
 * A report as SARIF 2.1.0. Its rules are the requirements of the interface. The location of a result is the
 * line of its rule in openapi/requirements.yaml, because a deployment has no files.
 */
import type { Invocation, Log, Notification, ReportingDescriptor, Result } from 'sarif';
import { isKnownFailure, type CheckResult, type Report, type Verdict } from '../report.ts';
import { formatMissingPart, listMissingParts } from './missing.ts';
import { createLog, escapeLinks } from '../forms/sarif.ts';
import { getRequirementLine, findRequirement, REQUIREMENTS_FILE } from '../requirement.ts';

type ReportedVerdict = Extract<Verdict, 'fail' | 'warn' | 'error'>;

/** The verdict "error" is a note: it reports a problem of the run, not a violation by the deployment. */
const LEVELS = { fail: 'error', warn: 'warning', error: 'note' } as const satisfies Record<
  ReportedVerdict,
  Result.level
>;

/** Returns the log. Passed, observed and not-tested checks are not findings. */
export function createReportSarif(report: Report): Log {
  const reported = report.results.filter(isReported);
  const rules = [...new Set(reported.map(({ requirement }) => requirement))];
  return createLog({
    tool: { driver: { ...report.tool, rules: rules.map((id) => createRule(id, reported)) } },
    columnKind: 'utf16CodeUnits',
    invocations: [createInvocation(report)],
    properties: {
      target: report.target,
      ...(report.seed === undefined ? {} : { seed: report.seed }),
    },
    results: reported.map((result) => toResult(result, rules.indexOf(result.requirement), report)),
  });
}

type ReportedResult = CheckResult & { readonly verdict: ReportedVerdict };

function isReported(result: CheckResult): result is ReportedResult {
  return result.verdict in LEVELS;
}

const RULE_LEVELS = { MUST: 'error', SHOULD: 'warning', OPEN: 'note' } as const;

function createRule(id: string, reported: readonly ReportedResult[]): ReportingDescriptor {
  const clause = reported.find(({ requirement }) => requirement === id)?.clause ?? '';
  const rule = findRequirement(id);
  const level = rule?.level ?? 'MUST';
  const text = rule?.text ?? id;
  const help = `${text} (${level}, §${clause} of the interface)`;
  return {
    id,
    shortDescription: { text },
    fullDescription: { text: help },
    help: { text: help },
    defaultConfiguration: { level: RULE_LEVELS[level] },
    properties: { clause, level, tags: ['conformance', `clause-${clause}`] },
  };
}

function toResult(result: ReportedResult, ruleIndex: number, report: Report): Result {
  const { id, requirement, clause, operation, verdict, cause, title, reason } = result;
  return {
    ruleId: requirement,
    ruleIndex,
    level: LEVELS[verdict],
    message: { text: escapeLinks(`${reason} (§${clause}; check: ${title})`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: REQUIREMENTS_FILE },
          region: { startLine: getRequirementLine(requirement), startColumn: 1 },
        },
        ...(operation === null
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: operation, kind: 'function' }] }),
      },
    ],
    // GitHub identifies an alert by primaryLocationLineHash (hash:occurrence), because lines can change.
    partialFingerprints: {
      primaryLocationLineHash: `${computeFingerprint(id)}:1`,
      'flagbearerCheck/v1': id,
    },
    ...listSuppressions(result, report),
    properties: { check: id, verdict, clause, ...(cause === undefined ? {} : { cause }) },
  };
}

/** SARIF 3.27.23: either all results of a run have the list, or none. */
function listSuppressions(result: CheckResult, report: Report): Pick<Result, 'suppressions'> {
  if (report.baseline === undefined) return {};
  if (!isKnownFailure(result, report)) return { suppressions: [] };
  return {
    suppressions: [
      { kind: 'external', status: 'accepted', justification: 'Known failure (baseline).' },
    ],
  };
}

function createInvocation(report: Report): Invocation {
  const { startedAt, durationMs, exitCode, stop } = report;
  const notifications = listNotifications(report);
  return {
    executionSuccessful: stop === undefined,
    exitCode,
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  };
}

/** Returns why the run ended early, what is missing, and what was out of scope. */
function listNotifications(report: Report): Notification[] {
  const { stop, operations = [] } = report;
  const skipped = operations.filter(({ coverage }) => coverage === 'skipped');
  const toNotification = (level: Notification.level, text: string) => ({
    level,
    message: { text: escapeLinks(text) },
  });
  return [
    ...(stop === undefined ? [] : [toNotification('error', stop.message)]),
    ...listMissingParts(report).map((part) => toNotification('warning', formatMissingPart(part))),
    ...skipped.map(({ operation }) => toNotification('note', `${operation} is out of scope`)),
  ];
}

/** Returns the 64-bit FNV-1a hash of a text, in hexadecimal. */
function computeFingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
