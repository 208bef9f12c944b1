/** Findings as workflow commands of GitHub Actions, which displays them on the page of the run. */
import { listNewFailures, filterByVerdict, type CheckResult, type Report } from '../report.ts';
import { getRequirementLine, REQUIREMENTS_FILE } from '../requirement.ts';
import { toVisibleLine, toVisibleText } from '../text/visible-text.ts';
import { formatMissingPart, listMissingParts } from './missing.ts';

/** GitHub displays at most this number of each kind for one step. */
const MAX_PER_KIND = 10;

/**
 * Returns one workflow command per line:
 * - `error`: the run ended early, a check failed that is not in the baseline, or a part is missing (exit code 4)
 * - `warning`: verdict `warn`, an internal error (of a proxy: any error), or a part is missing (other exit codes)
 */
export function formatAnnotations(report: Report): string {
  const { stop, exitCode, command, results } = report;
  const title = results.length === 0 ? 'The run ended before its checks' : 'The run ended early';
  // A deployment that stopped responding is listed as missing.
  const stopped =
    stop === undefined || stop.kind === 'stoppedResponding'
      ? []
      : [formatCommand('error', { title }, stop.message)];
  const missingKind = exitCode === 4 ? 'error' : 'warning';
  const missing = listMissingParts(report).map((part) =>
    formatCommand(missingKind, { title: 'Missing' }, formatMissingPart(part)),
  );
  const errors = filterByVerdict(report, 'error').filter(
    // Other errors are listed as missing.
    ({ cause }) => command === 'proxy' || cause === 'flagbearer',
  );
  const commands = [
    ...stopped,
    ...listNewFailures(report).map((result) => toAnnotation('error', result)),
    ...missing,
    ...filterByVerdict(report, 'warn').map((result) => toAnnotation('warning', result)),
    ...errors.map((result) => toAnnotation('warning', result)),
  ];
  const select = (kind: Kind) =>
    commands.filter((line) => line.startsWith(`::${kind} `)).slice(0, MAX_PER_KIND);
  return [...select('error'), ...select('warning')].map((line) => `${line}\n`).join('');
}

type Kind = 'error' | 'warning';

function toAnnotation(kind: Kind, result: CheckResult): string {
  const { id, requirement, clause, title, reason } = result;
  const location = { file: REQUIREMENTS_FILE, line: getRequirementLine(requirement) };
  return formatCommand(kind, { ...location, title: `§${clause} ${title}` }, `${reason} (${id})`);
}

function formatCommand(
  kind: Kind,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const pairs = Object.entries(properties).map(([name, value]) => {
    const escaped = escapeData(toVisibleLine(String(value)));
    return `${name}=${escaped.replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
  });
  return `::${kind} ${pairs.join(',')}::${escapeData(toVisibleText(message))}`;
}

/** Escapes as @actions/core does (toolkit, packages/core/src/command.ts). */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
