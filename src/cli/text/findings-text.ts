import packageManifest from '../../../package.json' with { type: 'json' };
import { countFindings, findingLine, type Finding } from '../../documents/finding.ts';
import { sarifLog } from '../../reporting/forms/sarif.ts';
import { visibleLine } from '../../reporting/text/visible-text.ts';
import { pluralize } from '../../pluralize.ts';
import { jsonText } from './json-text.ts';

/** Returns one line for each finding, and the counts. @param checked `2 scenarios` */
export function findingsText(findings: readonly Finding[], checked: string): string {
  const { errors, warnings } = countFindings(findings);
  const total = `${checked} checked: ${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')}.`;
  return `${[...findings.map((each) => visibleLine(findingLine(each))), total].join('\n')}\n`;
}

/** Returns findings as SARIF 2.1.0. */
export function findingsSarif(findings: readonly Finding[]): string {
  const { name, version } = packageManifest;
  return jsonText(sarifLog({ name, version }, findings));
}
