/** The folder of the reports, and the file that the dialect goes to besides. */
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../../reporting/report.ts';
import { UsageError } from '../command/usage-error.ts';
import { makeWritable, writeWhole } from '../atomic-file.ts';
import { reportTexts } from './report-texts.ts';
import { reasonOf } from '../text/reason-of.ts';

export class ReportFolder {
  /** As it was given. */
  readonly path: string;
  readonly #dialectOut: string | undefined;
  readonly #cwd: string;

  private constructor(path: string, dialectOut: string | undefined, cwd: string) {
    this.path = path;
    this.#dialectOut = dialectOut;
    this.#cwd = cwd;
  }

  /** @throws UsageError where nothing can be written, which is better known before a run than after */
  static async prepared(
    path: string,
    dialectOut: string | undefined,
    cwd: string,
  ): Promise<ReportFolder> {
    await makeWritable(resolve(cwd, path)).catch(refusal('--report-dir', path));
    if (dialectOut !== undefined) {
      await makeWritable(dirname(resolve(cwd, dialectOut))).catch(
        refusal('--dialect-out', dialectOut),
      );
      await refuseFolder(resolve(cwd, dialectOut)).catch(refusal('--dialect-out', dialectOut));
    }
    return new ReportFolder(path, dialectOut, cwd);
  }

  /**
   * Writes what can be written.
   *
   * @returns a line for each file that could not be
   */
  async write(report: Report): Promise<readonly string[]> {
    const texts = reportTexts(report);
    const files = [...texts].map(([name, text]) => ({ file: join(this.path, name), text }));
    const dialect = texts.get('dialect.yaml');
    if (this.#dialectOut !== undefined && dialect !== undefined) {
      files.push({ file: this.#dialectOut, text: dialect });
    }
    const written = await Promise.all(files.map(({ file, text }) => this.#problemWith(file, text)));
    return written.filter((problem) => problem !== null);
  }

  async #problemWith(file: string, text: () => Promise<string>): Promise<string | null> {
    try {
      await writeWhole(resolve(this.#cwd, file), await text());
      return null;
    } catch (error) {
      return `${file} can't be written: ${reasonOf(error)}`;
    }
  }
}

async function refuseFolder(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new Error('it is a folder; name a file');
}

function refusal(option: string, path: string): (error: unknown) => never {
  return (error) => {
    throw new UsageError(`${option}: ${path} can't be written: ${reasonOf(error)}`);
  };
}
