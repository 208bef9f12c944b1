/** The report in all its forms. */
import { reportHtml } from '../../reporting/run-report/report-html.ts';
import { reportJunit } from '../../reporting/run-report/report-junit.ts';
import { reportMarkdown } from '../../reporting/run-report/report-markdown.ts';
import { reportSarif } from '../../reporting/run-report/report-sarif.ts';
import type { Report } from '../../reporting/report.ts';
import { jsonText } from '../text/json-text.ts';

/** What makes each file, by its name; one that fails keeps no other from being written. */
export function reportTexts(report: Report): ReadonlyMap<string, () => Promise<string>> {
  return new Map([
    ['report.json', async () => reportJson(report)],
    ['junit.xml', async () => reportJunit(report)],
    ['report.html', async () => reportHtml(report)],
    ['summary.md', async () => reportMarkdown(report)],
    ['report.sarif', async () => jsonText(reportSarif(report))],
    ['dialect.yaml', () => dialectYaml(report)],
  ]);
}

export function reportJson(report: Report): string {
  return jsonText(report);
}

/** What `flagbearer start --dialect` takes, to behave as the deployment did. */
async function dialectYaml({
  dialect,
  target,
  startedAt,
  command = 'conform',
}: Report): Promise<string> {
  const { stringify } = await import('../../documents/yaml-writer.ts');
  const head = `# Found by flagbearer ${command} at ${target} on ${startedAt}.\n`;
  return head + stringify(dialect, { aliasDuplicateObjects: false });
}
