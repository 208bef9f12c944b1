import type { components } from '../contract/control.gen.ts';

/**
 * A problem of a scenario, dialect or other document, as the control API shows it. `rule` is a stable name
 * in kebab case, `pointer` is empty for the whole document, `line` and `column` start at 1 and exist if the
 * document was a text.
 */
export type Finding = Readonly<components['schemas']['Finding']>;

/** Returns whether a document with these findings is rejected; warnings alone do not reject it. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/** Returns the numbers of errors and warnings. A finding with `omitted` counts for all findings that it replaces. */
export function countFindings(findings: readonly Finding[]) {
  const counts = { error: 0, warning: 0 };
  for (const { severity, omitted = 1 } of findings) counts[severity] += omitted;
  return { errors: counts.error, warnings: counts.warning };
}

/**
 * Returns a finding as one line. It starts with file and line, which editors show as a link, or file and pointer:
 * `users.yaml:12:7: error A FAILED crypto status means ... (§7.5) Add T1001 to the flags.`
 */
export function formatFinding(finding: Finding): string {
  return `${formatLocation(finding)}: ${finding.severity} ${formatFindingText(finding)}`;
}

export function formatFindingText({ clause, message, hint }: Finding): string {
  const citation = clause === null ? '' : ` (§${clause})`;
  const advice = hint === null ? '' : ` ${hint}`;
  return `${message}${citation}${advice}`;
}

function formatLocation({ file, line, column, pointer }: Finding): string {
  if (line !== undefined && column !== undefined) return `${file ?? 'document'}:${line}:${column}`;
  if (file === undefined) return pointer === '' ? 'document' : pointer;
  return pointer === '' ? file : `${file}#${pointer}`;
}
