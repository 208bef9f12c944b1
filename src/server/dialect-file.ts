import { resolve } from 'node:path';

import type { Dialect, DialectDocument } from '../dialect/dialect.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { findingLine } from '../documents/finding.ts';
import { readInputFile } from '../ports/input-file.ts';
import { StartError } from './start-error.ts';

/**
 * The dialect of a file or of a document; without one, the default dialect.
 *
 * @throws StartError for a file that can't be read, and for what is no dialect
 */
export async function dialectGiven(given: string | object | undefined): Promise<Dialect> {
  if (given === undefined) return defaultDialect;
  if (typeof given === 'string') return (await readDialectDocument(given)).dialect;
  const { loadDialect } = await import('../dialect/load.ts');
  const loaded = await loadDialect(given);
  if ('dialect' in loaded) return loaded.dialect;
  throw new StartError('invalid dialect:', ...loaded.findings.map(findingLine));
}

/**
 * The dialect of a file, filled and as it is stated there: what it leaves out is not claimed.
 *
 * @param cwd folder from which the path leads; the working directory if not given
 * @throws StartError for a file that can't be read or is no dialect
 */
export async function readDialectDocument(
  file: string,
  cwd?: string,
): Promise<{ readonly dialect: Dialect; readonly document: DialectDocument }> {
  const [text, { loadDialectDocument }] = await Promise.all([
    readInputFile(cwd === undefined ? file : resolve(cwd, file)).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(`cannot read the dialect ${file}: ${reason}.`);
    }),
    import('../dialect/load.ts'),
  ]);
  const loaded = await loadDialectDocument(text, file);
  if ('dialect' in loaded) return loaded;
  const [first, ...others] = loaded.findings.map(findingLine);
  throw new StartError(first ?? `${file}: error`, ...others);
}

/** Returns where the dialect of a file or of a document was detected, if it was. */
export async function dialectOrigin(given: string | object | undefined): Promise<DialectOrigin> {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return (await readDialectDocument(given)).document.origin;
  return (given as DialectDocument).origin;
}

export type DialectOrigin = DialectDocument['origin'];
