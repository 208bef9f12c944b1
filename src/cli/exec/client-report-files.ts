/** Writes the client report on all workspaces after the command has ended. */
import { resolve } from 'node:path';
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import type { components } from '../../contract/control.gen.ts';
import { clientRules } from '../../contract/client-rules.gen.ts';
import { describeError } from '../../describe-error.ts';
import { ensureWritable, writeOutputFile } from '../../ports/output-file.ts';
import type { RunningSandbox } from '../../server/listen.ts';
import { mergeCoverage } from '../../traffic/client-report/coverage.ts';
import { parseReport, formatters } from '../client-report/report.ts';
import { UsageError } from '../command/command.ts';
import { fetchFromSandbox, type SandboxAddress } from '../sandbox-connection.ts';

const FORMATS = [
  ['json', 'json'],
  ['html', 'html'],
  ['markdown', 'md'],
  ['junit', 'xml'],
] as const;

/** Checks that --report-dir can be written, and returns its absolute path; undefined without the option. */
export async function resolveReportFolder(
  path: string | undefined,
  cwd: string,
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const folder = resolve(cwd, path);
  await ensureWritable(folder).catch((error: Error) => {
    throw new UsageError(
      `--report-dir: cannot write to ${path}: ${error.message}. Use another path.`,
    );
  });
  return folder;
}

/**
 * Writes the report, and warns if the command sent no request.
 *
 * @param folder undefined if no files are requested
 * @param earlierReports reports on deleted and reset workspaces
 * @returns the report; null if it cannot be written, and an error is printed
 */
export async function writeClientReport(
  folder: string | undefined,
  { url, controlToken }: Pick<RunningSandbox, 'url' | 'controlToken'>,
  earlierReports: readonly ClientReport[],
): Promise<ClientReport | null> {
  try {
    const sandbox = { url, controlToken, isServerInThisProcess: true };
    const report = await createMergedClientReport(sandbox, earlierReports);
    if (report.requests === 0) process.stderr.write(NO_REQUESTS);
    if (folder === undefined) return report;
    await Promise.all(
      FORMATS.map(([format, extension]) =>
        writeOutputFile(resolve(folder, `client-report.${extension}`), formatters[format](report), {
          readers: 'all',
          overwrite: true,
        }),
      ),
    );
    return report;
  } catch (error) {
    const where = folder === undefined ? '' : ` to ${folder}`;
    process.stderr.write(
      `error: cannot write the client report${where}: ${describeError(error)}\n`,
    );
    return null;
  }
}

const NO_REQUESTS =
  'warning: no request to the service reached the sandbox, so nothing was checked. Point the tests at FLAGBEARER_URL; with the test kit: connectSandbox(FLAGBEARER_URL).\n';

/** The limit in openapi/schemas/client-report.schema.json. */
const MAX_ENTRIES = 20;

/**
 * Returns the report on the default workspace, merged with the reports on other workspaces that received
 * requests.
 *
 * @param earlierReports reports on deleted and reset workspaces
 */
async function createMergedClientReport(
  address: SandboxAddress,
  earlierReports: readonly ClientReport[],
): Promise<ClientReport> {
  const defaultReport = await readReport(address);
  const otherReports = [...earlierReports];
  for (const name of await readWorkspaceNames(address)) {
    const report = await readReport({ ...address, url: `${address.url}/w/${name}` });
    if (report.requests > 0) otherReports.push(report);
  }
  return otherReports.length === 0 ? defaultReport : mergeReports([defaultReport, ...otherReports]);
}

async function readReport(address: SandboxAddress): Promise<ClientReport> {
  return parseReport(await fetchFromSandbox(address, '/client-report'), address.url);
}

async function readWorkspaceNames(address: SandboxAddress): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const text = await fetchFromSandbox(address, `/workspaces${query}`);
    // The sandbox responds according to openapi/control.yaml.
    const page = JSON.parse(text) as components['schemas']['WorkspaceList'];
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return names.filter((name) => name !== 'default');
}

function mergeReports(reports: readonly ClientReport[]): ClientReport {
  const mistakes = reports.flatMap((report) =>
    report.mistakes.map((mistake) => ({
      ...mistake,
      entries: mistake.entries.map((entry) => `${report.workspace}/${entry}`),
    })),
  );
  return {
    schemaVersion: 1,
    workspace: 'all',
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    mistakes: clientRules.flatMap(({ id }) => {
      const matching = mistakes.filter(({ rule }) => rule === id);
      return matching.length === 0 ? [] : [matching.reduce(mergeMistakes)];
    }),
    coverage: mergeCoverage(reports.map(({ coverage }) => coverage)),
  };
}

function mergeMistakes(merged: Mistake, next: Mistake): Mistake {
  return {
    ...next,
    count: merged.count + next.count,
    clients: [...new Set([...merged.clients, ...next.clients])].toSorted(),
    entries: [...merged.entries, ...next.entries].slice(-MAX_ENTRIES),
  };
}
