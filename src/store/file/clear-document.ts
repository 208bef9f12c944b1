/** Format version 1, whose content was not sealed. It is read once more, to be sealed. */
import { createHash } from 'node:crypto';

import { BrokenFile } from './broken-file.ts';
import type { DocumentKind } from './document-place.ts';

export const CLEAR_VERSION = 1;

/** How each such file begins. */
export const CLEAR_START = /^\{"flagbearer":"[a-z]+","version":1,"sha256":/;

/**
 * @param text JSON of that version
 * @throws BrokenFile for one that was changed
 */
export function clearContent(kind: DocumentKind, path: string, text: string): unknown {
  const { content } = JSON.parse(text) as { readonly content?: unknown };
  const contentText = JSON.stringify(content);
  if (contentText !== undefined && text === `${headOf(kind, contentText)}${contentText}}\n`) {
    return content;
  }
  throw new BrokenFile(
    path,
    text,
    Math.max(0, text.indexOf('"sha256"')),
    'the file is not as flagbearer wrote it: its checksum differs',
  );
}

function headOf(kind: DocumentKind, content: string): string {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return `{"flagbearer":"${kind}","version":${CLEAR_VERSION},"sha256":"${sha256}","content":`;
}
