import { resolve } from 'node:path';

import { describeError } from '../describe-error.ts';
import type { Dialect, DialectDocument } from '../dialect/dialect.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { formatFinding } from '../documents/finding.ts';
import { readInputFile } from '../ports/input-file.ts';
import { StartError } from '../start-error.ts';

/**
 * Loads a dialect: `dialect` has a value for every key, `document` only the keys that the source sets. Without a
 * source, returns the default dialect and no document.
 *
 * @param source a file, relative to `cwd`, or a document
 * @throws StartError
 */
export async function loadDialectSource(
  source: string | object | undefined,
  cwd = process.cwd(),
): Promise<{ readonly dialect: Dialect; readonly document: DialectDocument | null }> {
  if (source === undefined) return { dialect: defaultDialect, document: null };
  const { loadDialectDocument } = await import('../dialect/load.ts');
  const loaded =
    typeof source === 'string'
      ? await loadDialectDocument(await readText(source, cwd), source)
      : await loadDialectDocument(source);
  if ('dialect' in loaded) return loaded;
  throw new StartError('invalid dialect:', ...loaded.findings.map(formatFinding));
}

function readText(file: string, cwd: string): Promise<string> {
  return readInputFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new StartError(
      `cannot read the dialect ${file}: ${describeError(error)}. Check the path.`,
    );
  });
}
