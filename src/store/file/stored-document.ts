/** The form of every file of a store: what it is, its version, and the content, sealed. */
import { jsonErrorAt } from '../../documents/json-error.ts';
import { BrokenSeal } from '../../ports/sealing.ts';
import type { Sealing } from '../../ports/sealing.ts';
import { BrokenFile } from './broken-file.ts';
import { CLEAR_VERSION, clearContent } from './clear-document.ts';
import type { DocumentPlace } from './document-place.ts';

/** It changes whenever a content changes that an older flagbearer could not read any more. */
const VERSION = 2;

export interface StoredDocument {
  readonly content: unknown;
  /** Whether it is as an earlier version wrote it: not sealed. */
  readonly form: 'sealed' | 'clear';
}

/** @param content as JSON */
export function storedText(place: DocumentPlace, content: string, sealing: Sealing): string {
  const sealed = sealing.seal(sealedFor(place), content).toString('base64');
  return `{"flagbearer":"${place.kind}","version":${VERSION},"sealed":"${sealed}"}\n`;
}

/**
 * The content of a file, which is as it was written: its seal says so.
 *
 * @param sealing its key is the one of the store
 * @throws BrokenFile for one that does not parse, is of another kind or version, or was changed or moved
 */
export function storedDocument(
  place: DocumentPlace,
  { path, text }: { readonly path: string; readonly text: string },
  sealing: Sealing,
): StoredDocument {
  const broken = (offset: number, what: string): BrokenFile =>
    new BrokenFile(path, text, offset, what);
  const { flagbearer, version, sealed } = membersOf(parsed(path, text));
  if (flagbearer !== place.kind) {
    throw broken(0, `this is no file of the kind "${place.kind}" of a store`);
  }
  if (version === CLEAR_VERSION)
    return { content: clearContent(place.kind, path, text), form: 'clear' };
  if (version !== VERSION) {
    throw broken(
      Math.max(0, text.indexOf('"version"')),
      `the file has format version ${JSON.stringify(version)}; this flagbearer reads version ${VERSION} and before`,
    );
  }
  try {
    if (typeof sealed !== 'string') throw new BrokenSeal();
    const content = sealing.unseal(sealedFor(place), Buffer.from(sealed, 'base64'));
    return { content: JSON.parse(content), form: 'sealed' };
  } catch (error) {
    if (!(error instanceof BrokenSeal)) throw error;
    throw broken(
      Math.max(0, text.indexOf('"sealed"')),
      'the file is not as flagbearer wrote it here: its seal is broken',
    );
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const offset = jsonErrorAt(text);
    const what = offset >= text.length ? 'the file ends too early' : 'this is no JSON from here on';
    throw new BrokenFile(path, text, offset, what);
  }
}

function sealedFor({ kind, name }: DocumentPlace): string {
  return `${kind}/${name}`;
}

function membersOf(value: unknown): {
  readonly flagbearer?: unknown;
  readonly version?: unknown;
  readonly sealed?: unknown;
} {
  return typeof value === 'object' && value !== null ? value : {};
}
