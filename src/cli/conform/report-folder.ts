/** The folder of the reports, and the files that are written in addition. */
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../../reporting/report.ts';
import { UsageError } from '../command/command.ts';
import { ensureWritable, expectReplaceable, writeOutputFile } from '../../ports/output-file.ts';
import {
  formatBaselineYaml,
  formatDialectYaml,
  containsDialect,
  createReportWriters,
} from './report-texts.ts';
import { describeError } from '../../describe-error.ts';
import type { Baseline } from './baseline.ts';

const OUTPUT_OPTIONS = { readers: 'all', existing: 'replaced' } as const;

interface ExtraFiles {
  readonly dialectOut?: string;
  readonly writeBaseline?: string;
}

export class ReportFolder {
  /** May be relative to the current folder. */
  readonly path: string;
  readonly #files: ExtraFiles;
  readonly #cwd: string;

  private constructor(path: string, files: ExtraFiles, cwd: string) {
    this.path = path;
    this.#files = files;
    this.#cwd = cwd;
  }

  /** Returns a folder that can be written to. @throws UsageError if a file cannot be written */
  static async prepare(path: string, files: ExtraFiles, cwd: string): Promise<ReportFolder> {
    await ensureWritable(resolve(cwd, path)).catch(createErrorHandler('--report-dir', path));
    for (const [option, file] of [
      ['--dialect-out', files.dialectOut],
      ['--write-baseline', files.writeBaseline],
    ] as const) {
      if (file === undefined) continue;
      await ensureWritable(dirname(resolve(cwd, file))).catch(createErrorHandler(option, file));
      await expectReplaceable(resolve(cwd, file)).catch(createErrorHandler(option, file));
    }
    const { dialectOut, writeBaseline } = files;
    if (dialectOut !== undefined && writeBaseline !== undefined) {
      if (resolve(cwd, dialectOut) === resolve(cwd, writeBaseline)) {
        throw new UsageError(
          `--dialect-out and --write-baseline: both write ${writeBaseline}. Choose two files.`,
        );
      }
    }
    return new ReportFolder(path, files, cwd);
  }

  /**
   * Writes the reports; after a run that ended early or has no results, no dialect file and no baseline, which
   * would be incomplete.
   *
   * @param baseline the baseline of the run: a new one keeps its reasons
   * @returns a line for each file that cannot be written
   */
  async write(report: Report, baseline: Baseline | null = null): Promise<readonly string[]> {
    const texts = createReportWriters(report);
    const files = [...texts].map(([name, text]) => ({ file: join(this.path, name), text }));
    const isComplete = report.stop === undefined && report.results.length > 0;
    const { dialectOut, writeBaseline } = isComplete ? this.#files : {};
    if (
      dialectOut !== undefined &&
      !(await containsDialect(resolve(this.#cwd, dialectOut), report))
    ) {
      files.push({ file: dialectOut, text: () => formatDialectYaml(report) });
    }
    if (writeBaseline !== undefined) {
      files.push({ file: writeBaseline, text: () => formatBaselineYaml(report, baseline) });
    }
    const problems = await Promise.all(files.map(({ file, text }) => this.#writeFile(file, text)));
    return problems.filter((problem) => problem !== null);
  }

  /** Returns the error line if the file cannot be written; else null. */
  async #writeFile(file: string, text: () => Promise<string>): Promise<string | null> {
    try {
      await writeOutputFile(resolve(this.#cwd, file), await text(), OUTPUT_OPTIONS);
      return null;
    } catch (error) {
      return `error: cannot write ${file}: ${describeError(error)}.`;
    }
  }
}

function createErrorHandler(option: string, path: string): (error: unknown) => never {
  return (error) => {
    throw new UsageError(`${option}: cannot write ${path}: ${describeError(error)}.`);
  };
}
