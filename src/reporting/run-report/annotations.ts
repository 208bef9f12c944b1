/** Findings as workflow commands of GitHub Actions, which displays them on the page of the run. */
import { newFailures, withVerdict, type CheckResult, type Report } from '../report.ts';
import { getRequirementLine, REQUIREMENTS_FILE } from '../requirement.ts';
import { visibleLine, visibleText } from '../text/visible-text.ts';
import { missingLine, missingParts } from './missing.ts';

/** GitHub displays at most this number of each kind for one step. */
const MAX_PER_LEVEL = 10;

/**
 * Returns one workflow command per line: failures that are not in the baseline, and what makes the run
 * incomplete, are errors; warnings and internal errors are warnings. Empty if there is nothing to show.
 */
export function annotations(report: Report): string {
  const { stop, exitCode, command, results } = report;
  const title = results.length === 0 ? 'The run ended before its checks' : 'The run ended early';
  // A deployment that stopped responding is listed as missing.
  const stopped =
    stop === undefined || stop.kind === 'stoppedResponding'
      ? []
      : [formatCommand('error', { title }, stop.message)];
  const kind = exitCode === 4 ? 'error' : 'warning';
  const missing = missingParts(report).map((part) =>
    formatCommand(kind, { title: 'Missing' }, missingLine(part)),
  );
  const broken = withVerdict(report, 'error').filter(
    // Other errors are listed as missing.
    ({ cause }) => command === 'proxy' || cause === 'flagbearer',
  );
  const commands = [
    ...stopped,
    ...newFailures(report).map((result) => toAnnotation('error', result)),
    ...missing,
    ...withVerdict(report, 'warn').map((result) => toAnnotation('warning', result)),
    ...broken.map((result) => toAnnotation('warning', result)),
  ];
  const shown = ['::error ', '::warning '].flatMap((start) =>
    commands.filter((line) => line.startsWith(start)).slice(0, MAX_PER_LEVEL),
  );
  return shown.map((line) => `${line}\n`).join('');
}

function toAnnotation(kind: 'error' | 'warning', result: CheckResult): string {
  const { id, requirement, clause, title, reason } = result;
  const place = { file: REQUIREMENTS_FILE, line: getRequirementLine(requirement) };
  return formatCommand(kind, { ...place, title: `§${clause} ${title}` }, `${reason} (${id})`);
}

function formatCommand(
  kind: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const given = Object.entries(properties).map(([name, value]) => {
    const escaped = escapedData(visibleLine(String(value)));
    return `${name}=${escaped.replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
  });
  return `::${kind} ${given.join(',')}::${escapedData(visibleText(message))}`;
}

/** Escapes as @actions/core does (toolkit, packages/core/src/command.ts). */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
