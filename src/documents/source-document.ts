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
  /** Name of the file, as given. */
  readonly file: string | undefined;
  /**
   * Finds where pointers lead, all at once, since that may take a walk through the whole text. A
   * pointer that leads nowhere has the place of the nearest thing around it. Resolves to an empty map
   * for a document that never was a text.
   */
  locate(pointers: readonly string[]): Promise<ReadonlyMap<string, Place>>;
}

/** A text that was read, or everything that keeps it from being read; each finding is an error. */
export type ReadDocument =
  { readonly document: SourceDocument } | { readonly findings: readonly Finding[] };

/** A document that came as a value: it has pointers, but no lines. */
export function valueDocument(value: unknown, file?: string): SourceDocument {
  return { value, file, locate: () => Promise.resolve(new Map()) };
}

/**
 * The findings with file, line and column, as they stand in the text. One about a key points to the
 * key; one that has a line already keeps it. Without lines they keep their order.
 */
export async function placed<Kind extends Finding>(
  findings: readonly Kind[],
  document: SourceDocument,
): Promise<Kind[]> {
  if (findings.length === 0) return [];
  const places = await document.locate(findings.map(({ pointer }) => pointer));
  const file = document.file === undefined ? {} : { file: document.file };
  return findings
    .map((finding) => {
      const position = positionOf(finding, places.get(finding.pointer));
      return { ...finding, ...cutTexts(finding), ...file, ...position };
    })
    .toSorted(inReadingOrder);
}

function positionOf(finding: Finding, place: Place | undefined): Partial<Position> | undefined {
  if (finding.line !== undefined || finding.omitted !== undefined) return undefined;
  return isAboutKey(finding) ? place?.key : place?.value;
}

/** What a document says may have any length; people need the start of it. */
function cutTexts({ pointer, message, hint }: Finding): Partial<Finding> {
  return { pointer: cut(pointer), message: cut(message), hint: hint === null ? null : cut(hint) };
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const LONGEST_TEXT = 1000;

/** How many more there are is said last. */
function inReadingOrder(one: Finding, other: Finding): number {
  if (one.omitted !== undefined || other.omitted !== undefined) {
    return (one.omitted ?? 0) - (other.omitted ?? 0);
  }
  const lines = (one.line ?? 0) - (other.line ?? 0);
  return lines === 0 ? (one.column ?? 0) - (other.column ?? 0) : lines;
}

function isAboutKey({ rule }: Finding): boolean {
  return rule === 'unknown-key' || rule === 'duplicate-key' || rule === 'merge-key';
}
