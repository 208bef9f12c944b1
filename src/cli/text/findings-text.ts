import packageManifest from '../../../package.json' with { type: 'json' };
import { countFindings, formatFinding, type Finding } from '../../documents/finding.ts';
import { createSarifLog } from '../../reporting/forms/sarif.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import { pluralize } from '../../pluralize.ts';
import { formatJson } from './json-text.ts';

/** Returns one line for each finding, and the counts. @param checked `2 scenarios` */
export function formatFindings(findings: readonly Finding[], checked: string): string {
  const { errors, warnings } = countFindings(findings);
  const total = `${checked} checked: ${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')}.`;
  return `${[...findings.map((finding) => toVisibleLine(formatFinding(finding))), total].join('\n')}\n`;
}

export function formatFindingsSarif(findings: readonly Finding[]): string {
  const { name, version } = packageManifest;
  return formatJson(createSarifLog({ name, version }, findings));
}
