/** The report in all its forms. */
import { reportHar } from '../../reporting/forms/har.ts';
import { reportHtml } from '../../reporting/run-report/report-html.ts';
import { reportJunit } from '../../reporting/run-report/report-junit.ts';
import { reportMarkdown } from '../../reporting/run-report/report-markdown.ts';
import { reportSarif } from '../../reporting/run-report/report-sarif.ts';
import { withVerdict, type Report } from '../../reporting/report.ts';
import { visibleLine } from '../../reporting/words/visible-text.ts';
import { jsonText } from '../text/json-text.ts';

/** The functions that create the files, by name; if one fails, the others are still written. */
export function reportTexts(report: Report): ReadonlyMap<string, () => Promise<string>> {
  return new Map([
    ['report.json', async () => reportJson(report)],
    ['junit.xml', async () => reportJunit(report)],
    ['report.html', async () => reportHtml(report)],
    ['summary.md', async () => reportMarkdown(report)],
    ['report.sarif', async () => jsonText(reportSarif(report))],
    ['report.har', async () => jsonText(reportHar(report))],
    // The proxy takes a dialect and discovers none.
    ...(report.command === 'proxy' ? [] : [['dialect.yaml', () => dialectYaml(report)] as const]),
  ]);
}

export function reportJson(report: Report): string {
  return jsonText(report);
}

/** What `flagbearer start --dialect` takes, to behave as the deployment did. */
export async function dialectYaml({ dialect, target, startedAt }: Report): Promise<string> {
  const [{ loadDialect }, { dialectHash }] = await Promise.all([
    import('../../dialect/load.ts'),
    import('../../contract/validators.ts'),
  ]);
  const loaded = await loadDialect(dialect);
  const origin =
    'dialect' in loaded
      ? { origin: { target, date: startedAt, hash: dialectHash(loaded.dialect) } }
      : {};
  const { stringify } = await import('../../documents/yaml-writer.ts');
  const head = visibleLine(`# Found by flagbearer conform at ${target} on ${startedAt}.`);
  return `${head}\n${stringify({ ...dialect, ...origin }, { aliasDuplicateObjects: false })}`;
}

/** The checks that fail now, as `--baseline` reads them. */
export async function baselineYaml(report: Report): Promise<string> {
  const { stringify } = await import('../../documents/yaml-writer.ts');
  const known = withVerdict(report, 'fail').map(({ id, reason }) => ({ id, reason }));
  return stringify({ version: 1, known });
}
