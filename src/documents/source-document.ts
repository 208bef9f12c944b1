/** A parsed document that can locate each value in its source text. */
import type { Finding } from './finding.ts';

/** Line and column, each from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position of a value in a text, and of its key. */
export interface Place {
  readonly value: Position;
  readonly key: Position;
}

export interface SourceDocument {
  readonly value: unknown;
  /** Name of the file, as given. */
  readonly file: string | undefined;
  /**
   * Finds the places of all pointers in one pass. A pointer to a missing value gets the place of the
   * nearest parent. Resolves to an empty map for a document without text.
   */
  locate(pointers: readonly string[]): Promise<ReadonlyMap<string, Place>>;
}

export type ReadDocument =
  { readonly document: SourceDocument } | { readonly findings: readonly Finding[] };

/** Returns a document without text: findings about it have a pointer, but no line. */
export function createValueDocument(value: unknown, file?: string): SourceDocument {
  return { value, file, locate: () => Promise.resolve(new Map()) };
}

/**
 * Returns the findings with file, line and column, in the order of the text. A finding about a key points
 * to the key. A finding that already has a line keeps its position. Without lines, the order does not change.
 */
export async function placeFindings<Kind extends Finding>(
  findings: readonly Kind[],
  document: SourceDocument,
): Promise<Kind[]> {
  if (findings.length === 0) return [];
  const places = await document.locate(findings.map(({ pointer }) => pointer));
  const file = document.file === undefined ? {} : { file: document.file };
  return findings
    .map((finding) => {
      const position = findPosition(finding, places.get(finding.pointer));
      const { pointer, message, hint } = finding;
      // Values in messages may be long; the start is enough.
      const texts = { pointer: clip(pointer), message: clip(message), hint: hint && clip(hint) };
      return { ...finding, ...texts, ...file, ...position };
    })
    .toSorted(compareByPlace);
}

const ABOUT_KEYS: ReadonlySet<string> = new Set(['unknown-key', 'duplicate-key', 'merge-key']);

function findPosition(finding: Finding, place: Place | undefined): Partial<Position> | undefined {
  if (finding.line !== undefined || finding.omitted !== undefined) return undefined;
  return ABOUT_KEYS.has(finding.rule) ? place?.key : place?.value;
}

function clip(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

const MAX_TEXT_LENGTH = 1000;

/** A finding that only states how many others were omitted comes last. */
function compareByPlace(a: Finding, b: Finding): number {
  return (
    Number(a.omitted !== undefined) - Number(b.omitted !== undefined) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0)
  );
}
