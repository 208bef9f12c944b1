import { serviceOperations } from '../../contract/effective/service-contract.ts';
import { pluralize } from '../../pluralize.ts';
import {
  isSkippedByBudget,
  listNewFailures,
  listUnrequestedOperations,
  type OperationRow,
  type Report,
} from '../report.ts';
import { listMissingParts } from './missing.ts';

/** Returns the result of a run in one or two sentences. */
export function describeExit(report: Report): string {
  const { exitCode, stop, command, results, summary } = report;
  if (command === 'proxy') return describeTraffic(report);
  if (stop !== undefined && stop.kind !== 'interrupted') {
    if (results.length === 0)
      return `${STOP_MESSAGES.get(exitCode) ?? 'No check ran.'} ${stop.message}`;
    if (exitCode !== 1 && exitCode !== 70) return `Incomplete: ${stop.message}`;
  }
  switch (exitCode) {
    case 0:
      return describeSuccess(report);
    case 1:
      return describeFailures(report);
    case 4:
      return `Incomplete: nothing failed, ${describeCoverage(report)}, ${pluralize(listMissingParts(report).length, 'problem')} to fix.`;
    case 70: {
      const internalErrors = results.filter(
        ({ verdict, cause }) => verdict === 'error' && cause === 'flagbearer',
      );
      return `${pluralize(internalErrors.length, 'check')} failed with an internal error of flagbearer. Please report the bug, with report.json.`;
    }
    case 130:
    case 143:
      return `Interrupted: ${pluralize(results.length - summary['not-tested'], 'check')} finished.`;
    default:
      return 'The run did not finish.';
  }
}

/** By exit code; the reason follows. */
const STOP_MESSAGES: ReadonlyMap<number, string> = new Map([
  [2, 'Invalid setting.'],
  [3, 'The target is unreachable.'],
]);

function describeSuccess(report: Report): string {
  const hasKnownFailures = (report.baseline?.known.length ?? 0) > 0;
  const skipped = report.results.filter(isSkippedByBudget).length;
  const parts = [
    hasKnownFailures ? 'Nothing failed except known failures' : 'Nothing failed',
    describeCoverage(report),
    ...(skipped === 0 ? [] : [`${pluralize(skipped, 'check')} skipped`]),
  ];
  return `${parts.join(', ')}.`;
}

function describeFailures(report: Report): string {
  const failed = listNewFailures(report);
  if (failed.length > 0) {
    const problems = [
      failed.some(({ cause }) => cause !== 'dialect') && 'violates the interface',
      failed.some(({ cause }) => cause === 'dialect') && 'differs from the declared dialect',
    ].filter((part) => part !== false);
    return `The deployment ${problems.join(' and ')}: ${pluralize(failed.length, 'check')} failed.`;
  }
  const { summary, baseline, results } = report;
  const withoutSetting = results.filter(
    ({ verdict, cause }) => verdict === 'not-tested' && cause === 'settings',
  );
  const reasons = [
    [summary.warn, 'warned'],
    [withoutSetting.length, 'not tested because a setting is missing'],
    [results.filter(isSkippedByBudget).length, 'skipped because of a limit of the run'],
    [baseline?.stale.length ?? 0, 'in the baseline but passing'],
  ] as const;
  const parts = reasons
    .filter(([count]) => count > 0)
    .map(([count, description]) => `${count} ${description}`);
  return `Nothing failed; checks that --strict rejects: ${parts.join(', ')}.`;
}

function describeCoverage({ operations = [] }: Report): string {
  const count = (coverage: OperationRow['coverage']) =>
    operations.filter((operation) => operation.coverage === coverage).length;
  const skipped = count('skipped');
  const inScope = operations.length - skipped;
  const covered = `${count('covered')} of ${inScope} operations covered`;
  return skipped === 0 ? covered : `${covered}, ${skipped} skipped`;
}

/** Returns the result of a proxy run, in which both client and deployment can violate the interface. */
function describeTraffic(report: Report): string {
  const failed = report.results.filter(({ verdict }) => verdict === 'fail');
  const violators = [
    failed.some(({ cause }) => cause === 'client') && 'the client',
    failed.some(({ cause }) => cause !== 'client') && 'the deployment',
  ].filter((party) => party !== false);
  if (violators.length > 0) {
    const [parties, verb] = [
      violators.join(' and '),
      violators.length > 1 ? 'violate' : 'violates',
    ];
    return `${parties.charAt(0).toUpperCase()}${parties.slice(1)} ${verb} the interface.`;
  }
  switch (report.exitCode) {
    case 1:
      return 'Nothing failed, but requests or responses differ from the dialect, which --strict rejects.';
    case 3:
      return 'The deployment is unreachable.';
    case 4:
      return `Incomplete: ${
        listUnrequestedOperations(report).length < serviceOperations.size
          ? 'the deployment processed no request to an operation: it returned only 429, redirects, server errors or nothing, or the proxy rejected the requests.'
          : 'no request to an operation was observed. Point the client at the proxy.'
      }`;
    default:
      return 'Nothing failed.';
  }
}
