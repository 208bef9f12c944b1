import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DialectDocument } from '../../dialect/dialect.ts';
import { loadDialectDocument } from '../../dialect/load.ts';
import { findingLine } from '../../documents/finding.ts';
import { StartError } from '../../server/start-error.ts';

/**
 * The dialect of a file as it is written: what it leaves out is not claimed.
 *
 * @throws StartError for a file that can't be read, or with all that is wrong in it
 */
export async function dialectDocument(file: string, cwd: string): Promise<DialectDocument> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`the dialect can't be read: ${reason}`);
  });
  const loaded = await loadDialectDocument(text, file);
  if ('document' in loaded) return loaded.document;
  const [first = `${file}: error`, ...others] = loaded.findings.map(findingLine);
  throw new StartError(first, ...others);
}
