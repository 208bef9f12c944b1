/** Findings as workflow commands of GitHub Actions, which shows them on the page of the run. */
import { newFailures, withVerdict, type CheckResult, type Report } from '../report.ts';
import { lineOfRequirement, REQUIREMENTS_FILE } from './requirement-place.ts';
import { visibleLine, visibleText } from '../words/visible-text.ts';

/** GitHub shows no more of each kind for one step. */
const MOST_OF_A_KIND = 10;

/**
 * One command a line: failures that the baseline does not know are errors; warnings, and checks
 * that broke, are warnings. Empty where there is nothing to show.
 */
export function annotations(report: Report): string {
  const warnings = [...withVerdict(report, 'warn'), ...withVerdict(report, 'error')];
  const stopped =
    report.stop === undefined
      ? []
      : [commandOf('error', { title: titleOfStop(report) }, report.stop.message)];
  const errors = newFailures(report).map((result) => annotationOf('error', result));
  const commands = [
    ...[...stopped, ...errors].slice(0, MOST_OF_A_KIND),
    ...warnings.map((result) => annotationOf('warning', result)).slice(0, MOST_OF_A_KIND),
  ];
  return commands.map((command) => `${command}\n`).join('');
}

function titleOfStop({ results }: Report): string {
  return results.length === 0 ? 'The run ended before its checks' : 'The run ended early';
}

function annotationOf(kind: 'error' | 'warning', result: CheckResult): string {
  const { id, requirement, clause, title, reason } = result;
  const place = { file: REQUIREMENTS_FILE, line: lineOfRequirement(requirement) };
  return commandOf(kind, { ...place, title: `§${clause} ${title}` }, `${reason} (${id})`);
}

function commandOf(
  kind: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const given = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapedProperty(visibleLine(String(value)))}`,
  );
  return `::${kind} ${given.join(',')}::${escapedData(visibleText(message))}`;
}

// As @actions/core escapes them (toolkit, packages/core/src/command.ts).
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
