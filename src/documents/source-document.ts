/** A document and the way back from its values to the text that they were read from. */
import type { Finding } from './finding.ts';

/** Line and column, each from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where a value stands in a text, and where the key that holds it does. */
export interface Place {
  readonly value: Position;
  readonly key: Position;
}

export interface SourceDocument {
  readonly value: unknown;
  /** The file, as it was named by whoever gave it. */
  readonly file: string | undefined;
  /**
   * Finds where pointers lead, all at once, since that may take a walk through the whole text. A
   * pointer that leads nowhere has the place of the nearest thing around it. The answer is empty
   * for a document that never was a text.
   */
  locate(pointers: readonly string[]): ReadonlyMap<string, Place>;
}

/** A text that was read, or everything that keeps it from being read; each finding is an error. */
export type ReadDocument =
  { readonly document: SourceDocument } | { readonly findings: readonly Finding[] };

/** A document that came as a value: it has pointers, but no lines. */
export function valueDocument(value: unknown, file?: string): SourceDocument {
  return { value, file, locate: () => new Map() };
}

/**
 * The findings with file, line and column, as they stand in the text. One about a key points to the
 * key. Without lines they keep their order.
 */
export function placed<Kind extends Finding>(
  findings: readonly Kind[],
  document: SourceDocument,
): Kind[] {
  if (findings.length === 0) return [];
  const places = document.locate(findings.map(({ pointer }) => pointer));
  const file = document.file === undefined ? {} : { file: document.file };
  return findings
    .map((finding) => {
      const place = places.get(finding.pointer);
      return { ...finding, ...file, ...(isAboutKey(finding) ? place?.key : place?.value) };
    })
    .toSorted(inReadingOrder);
}

function inReadingOrder(one: Finding, other: Finding): number {
  const lines = (one.line ?? 0) - (other.line ?? 0);
  return lines === 0 ? (one.column ?? 0) - (other.column ?? 0) : lines;
}

function isAboutKey({ rule }: Finding): boolean {
  return rule === 'unknown-key' || rule === 'duplicate-key';
}
