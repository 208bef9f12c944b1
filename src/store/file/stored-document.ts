/** The form of every file of a store: what it is, its version, a checksum, and the content. */
import { createHash } from 'node:crypto';

import { jsonErrorAt, placeAt } from '../../documents/json-error.ts';

export type DocumentKind = 'index' | 'base' | 'dialect' | 'changes';

/** It changes whenever a content changes that an older flagbearer could not read any more. */
const VERSION = 1;

/** A file that can't be read as what it should be. Its message begins with path, line and column. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
  readonly path: string;

  constructor(path: string, text: string, offset: number, what: string) {
    const { line, column } = placeAt(text, offset);
    super(`${path}:${line}:${column}: ${what}`);
    this.path = path;
  }
}

/** @param content as JSON */
export function storedText(kind: DocumentKind, content: string): string {
  return `${headOf(kind, VERSION, content)}${content}}\n`;
}

/**
 * The content of a file, which is as it was written: the checksum says so.
 *
 * @throws BrokenFile for one that does not parse, is of another kind or version, or was changed
 */
export function storedContent(kind: DocumentKind, path: string, text: string): unknown {
  const broken = (offset: number, what: string): BrokenFile =>
    new BrokenFile(path, text, offset, what);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const offset = jsonErrorAt(text);
    throw broken(
      offset,
      offset >= text.length ? 'the file ends too early' : 'this is no JSON from here on',
    );
  }
  const { flagbearer, version, content } = membersOf(value);
  if (flagbearer !== kind) throw broken(0, `this is no file of the kind "${kind}" of a store`);
  if (version !== VERSION) {
    throw broken(
      Math.max(0, text.indexOf('"version"')),
      `the file has format version ${JSON.stringify(version)}; this flagbearer reads version ${VERSION}`,
    );
  }
  const contentText = JSON.stringify(content);
  const head = contentText === undefined ? '' : headOf(kind, VERSION, contentText);
  if (contentText === undefined || text !== `${head}${contentText}}\n`) {
    throw broken(
      Math.max(0, text.indexOf('"sha256"')),
      'the file is not as flagbearer wrote it: its checksum differs',
    );
  }
  return content;
}

function headOf(kind: DocumentKind, version: number, content: string): string {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return `{"flagbearer":"${kind}","version":${version},"sha256":"${sha256}","content":`;
}

function membersOf(value: unknown): {
  readonly flagbearer?: unknown;
  readonly version?: unknown;
  readonly content?: unknown;
} {
  return typeof value === 'object' && value !== null ? value : {};
}
