/**
 * A report as SARIF 2.1.0. A rule is a rule of the interface, and a result is placed where
 * openapi/requirements.yaml states it: the deployment has no file to point to.
 */
import type { Invocation, Log, Notification, ReportingDescriptor, Result } from 'sarif';
import { fingerprint } from '../forms/fingerprint.ts';
import { isKnownFailure, type CheckResult, type Report, type Verdict } from '../report.ts';
import { missingLine, missingParts } from './missing.ts';
import { lineOfRequirement, requirementNamed, REQUIREMENTS_FILE } from './requirement-place.ts';
import { logOf } from '../forms/sarif.ts';
import { visibleText } from '../words/visible-text.ts';

type Reported = Extract<Verdict, 'fail' | 'warn' | 'error'>;

const LEVELS = { fail: 'error', warn: 'warning', error: 'note' } as const satisfies Record<
  Reported,
  Result.level
>;

/** Passed, observed and not-tested checks are not findings; a log without findings shows that. */
export function reportSarif(report: Report): Log {
  const reported = report.results.filter(isReported);
  const rules = [...new Set(reported.map(({ requirement }) => requirement))];
  return logOf({
    tool: { driver: { ...report.tool, rules: rules.map((id) => ruleOf(id, reported)) } },
    columnKind: 'utf16CodeUnits',
    invocations: [invocationOf(report)],
    properties: {
      target: report.target,
      ...(report.seed === undefined ? {} : { seed: report.seed }),
    },
    results: reported.map((result) => resultOf(result, rules.indexOf(result.requirement), report)),
  });
}

type ReportedResult = CheckResult & { readonly verdict: Reported };

function isReported(result: CheckResult): result is ReportedResult {
  return result.verdict in LEVELS;
}

const RULE_LEVELS = { MUST: 'error', SHOULD: 'warning', OPEN: 'note' } as const;

function ruleOf(id: string, reported: readonly ReportedResult[]): ReportingDescriptor {
  const clause = reported.find(({ requirement }) => requirement === id)?.clause ?? '';
  const stated = requirementNamed(id);
  const level = stated?.level ?? 'MUST';
  const text = stated?.text ?? id;
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

function resultOf(result: ReportedResult, ruleIndex: number, report: Report): Result {
  const { id, requirement, clause, operation, verdict, cause, title, reason } = result;
  return {
    ruleId: requirement,
    ruleIndex,
    level: LEVELS[verdict],
    message: { text: withoutLinks(`${reason} (§${clause}; check: ${title})`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: REQUIREMENTS_FILE },
          region: { startLine: lineOfRequirement(requirement), startColumn: 1 },
        },
        ...(operation === null
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: operation, kind: 'function' }] }),
      },
    ],
    // The first is the one that GitHub knows an alert by; lines of the list may move.
    partialFingerprints: {
      primaryLocationLineHash: `${fingerprint(id)}:1`,
      'flagbearerCheck/v1': id,
    },
    ...suppressionsOf(result, report),
    properties: { check: id, verdict, clause, ...(cause === undefined ? {} : { cause }) },
  };
}

/** SARIF 3.27.23: all results of a run have the list, or none has. */
function suppressionsOf(result: CheckResult, report: Report): Pick<Result, 'suppressions'> {
  if (report.baseline === undefined) return {};
  if (!isKnownFailure(result, report)) return { suppressions: [] };
  return {
    suppressions: [
      { kind: 'external', status: 'accepted', justification: 'Known failure (baseline).' },
    ],
  };
}

/** SARIF 3.11.6: `[words](target)` would be a link; backslashes before the brackets prevent that. */
function withoutLinks(text: string): string {
  const visible = visibleText(text);
  return visible.includes('](') ? visible.replaceAll(/[[\]]/g, '\\$&') : visible;
}

function invocationOf(report: Report): Invocation {
  const { startedAt, durationMs, exitCode, stop } = report;
  const notifications = notificationsOf(report);
  return {
    executionSuccessful: stop === undefined,
    exitCode,
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  };
}

/** What interrupted the run, what is missing, and what was out of scope. */
function notificationsOf(report: Report): Notification[] {
  const { stop, operations = [] } = report;
  const skipped = operations.filter(({ coverage }) => coverage === 'skipped');
  const said = (level: Notification.level, text: string) => ({ level, message: { text } });
  return [
    ...(stop === undefined ? [] : [said('error', stop.message)]),
    ...missingParts(report).map((part) => said('warning', missingLine(part))),
    ...skipped.map(({ operation }) => said('note', `${operation} is out of scope`)),
  ];
}
