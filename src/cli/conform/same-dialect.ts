import { isDeepStrictEqual } from 'node:util';
import type { DialectDocument } from '../../dialect/dialect.ts';
import { loadDialectDocument } from '../../dialect/load.ts';
import { readInputFile } from '../../ports/input-file.ts';
import type { Report } from '../../reporting/report.ts';

/**
 * Whether a dialect file has what a run found: then it is not written again, so that a scheduled run
 * changes it only when the deployment did. Evidence and date differ in every run, and do not count.
 */
export async function isSameDialect(path: string, report: Report): Promise<boolean> {
  const text = await readInputFile(path).catch(() => undefined);
  if (text === undefined) return false;
  const [before, now] = await Promise.all([
    loadDialectDocument(text, path),
    loadDialectDocument(report.dialect),
  ]);
  if ('findings' in before || 'findings' in now) return false;
  return (
    before.document.origin?.target === report.target &&
    isDeepStrictEqual(before.dialect, now.dialect) &&
    isDeepStrictEqual(unknownIn(before.document), unknownIn(now.document))
  );
}

function unknownIn({ unknown = [] }: DialectDocument): readonly string[] {
  return unknown.toSorted();
}
