/** Writes the client report on all workspaces after the command has ended. */
import { resolve } from 'node:path';
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clientRules } from '../../contract/client-rules.gen.ts';
import { describeError } from '../../describe-error.ts';
import { ensureWritable, writeOutputFile } from '../../ports/output-file.ts';
import type { RunningSandbox } from '../../server/listen.ts';
import { mergeCoverage } from '../../traffic/client-report/coverage.ts';
import { formatters } from '../client-report/report.ts';
import { UsageError } from '../command/command.ts';

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
  sandbox: Pick<RunningSandbox, 'readClientReports'>,
  earlierReports: readonly ClientReport[],
): Promise<ClientReport | null> {
  try {
    const report = mergeReports(earlierReports, await sandbox.readClientReports());
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

/** Merges the report on the default workspace with the reports on other workspaces that received requests. */
function mergeReports(
  earlierReports: readonly ClientReport[],
  currentReports: readonly ClientReport[],
): ClientReport {
  const isDefault = ({ workspace }: ClientReport) => workspace === 'default';
  const others = currentReports.filter((report) => !isDefault(report) && report.requests > 0);
  const reports = [...currentReports.filter(isDefault), ...earlierReports, ...others];
  const [first] = reports;
  if (first !== undefined && reports.length === 1) return first;
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
