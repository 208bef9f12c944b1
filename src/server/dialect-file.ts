import { resolve } from 'node:path';

import type { Dialect, DialectDocument } from '../dialect/dialect.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { formatFinding } from '../documents/finding.ts';
import { readInputFile } from '../ports/input-file.ts';
import { StartError } from '../start-error.ts';

/** Resolves to the dialect of a file or document; the default dialect if neither is given. @throws StartError */
export async function loadGivenDialect(given: string | object | undefined): Promise<Dialect> {
  if (given === undefined) return defaultDialect;
  if (typeof given === 'string') return (await readDialectDocument(given)).dialect;
  const { loadDialect } = await import('../dialect/load.ts');
  const loaded = await loadDialect(given);
  if ('dialect' in loaded) return loaded.dialect;
  throw new StartError('invalid dialect:', ...loaded.findings.map(formatFinding));
}

/** Resolves to the dialect of a file with defaults, and as written. @throws StartError */
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
  throw new StartError('invalid dialect:', ...loaded.findings.map(formatFinding));
}

/** Returns the detected deployment of a dialect in a file or document, if it has one. */
export async function readDialectOrigin(
  given: string | object | undefined,
): Promise<DialectOrigin> {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return (await readDialectDocument(given)).document.origin;
  return (given as DialectDocument).origin;
}

export type DialectOrigin = DialectDocument['origin'];
