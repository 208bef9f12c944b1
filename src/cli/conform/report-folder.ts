/** Writes the reports of a run to a folder, and a dialect file and a baseline if options name them. */
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../../reporting/report.ts';
import { UsageError } from '../command/command.ts';
import { ensureWritable, requireReplaceable, writeOutputFile } from '../../ports/output-file.ts';
import {
  formatBaselineYaml,
  formatDialectYaml,
  containsDialect,
  createReportFormatters,
} from './report-texts.ts';
import { describeError } from '../../describe-error.ts';
import type { Baseline } from './baseline.ts';

const OUTPUT_OPTIONS = { readers: 'all', overwrite: true } as const;

interface ExtraFiles {
  readonly dialectOut?: string;
  readonly writeBaseline?: string;
}

/**
 * Checks that the folder and the files can be written, and returns a function that writes them.
 *
 * @param path absolute, or relative to `cwd`
 */
export async function prepareReportFolder(
  path: string,
  { dialectOut, writeBaseline }: ExtraFiles,
  cwd: string,
) {
  await ensureWritable(resolve(cwd, path)).catch(createErrorHandler('--report-dir', path));
  for (const [option, file] of [
    ['--dialect-out', dialectOut],
    ['--write-baseline', writeBaseline],
  ] as const) {
    if (file === undefined) continue;
    await ensureWritable(dirname(resolve(cwd, file))).catch(createErrorHandler(option, file));
    await requireReplaceable(resolve(cwd, file)).catch(createErrorHandler(option, file));
  }
  if (dialectOut !== undefined && writeBaseline !== undefined) {
    if (resolve(cwd, dialectOut) === resolve(cwd, writeBaseline)) {
      throw new UsageError(
        `--dialect-out and --write-baseline: both write ${writeBaseline}. Choose two files.`,
      );
    }
  }

  /**
   * Writes the reports; the dialect file and the baseline only if the run has results and did not stop early.
   *
   * @param baseline the baseline of the run, whose reasons are copied to the new baseline
   * @returns a line for each file that cannot be written
   */
  return async (report: Report, baseline: Baseline | null = null): Promise<readonly string[]> => {
    const formatters = new Map(
      [...createReportFormatters(report)].map(([name, format]) => [join(path, name), format]),
    );
    const hasAllResults = report.stop === undefined && report.results.length > 0;
    if (hasAllResults && dialectOut !== undefined) {
      const isUpToDate = await containsDialect(resolve(cwd, dialectOut), report);
      if (!isUpToDate) formatters.set(dialectOut, () => formatDialectYaml(report));
    }
    if (hasAllResults && writeBaseline !== undefined) {
      formatters.set(writeBaseline, () => formatBaselineYaml(report, baseline));
    }
    const writes = [...formatters].map(async ([file, format]) => {
      try {
        await writeOutputFile(resolve(cwd, file), await format(), OUTPUT_OPTIONS);
        return [];
      } catch (error) {
        return [`cannot write ${file}: ${describeError(error)}.`];
      }
    });
    return (await Promise.all(writes)).flat();
  };
}

function createErrorHandler(option: string, path: string): (error: unknown) => never {
  return (error) => {
    throw new UsageError(
      `${option}: cannot write ${path}: ${describeError(error)}. Use another path.`,
    );
  };
}
