import { Composer, Lexer, LineCounter, Parser, type Document, type YAMLError } from 'yaml';
import type { TimeSlices } from '../ports/time-slices.ts';
import { TextTooLarge, TokenCount } from './yaml-size.ts';

/** A YAML text as nodes with their offsets, and its syntax errors. */
export interface ComposedYaml {
  readonly document: Document.Parsed;
  readonly problems: readonly YAMLError[];
  /** Offset of a second document, where there is one. */
  readonly secondAt: number | undefined;
  readonly lines: LineCounter;
}

/**
 * Reads a text of YAML as `parseDocument` does, in slices, since the lexer and the parser take most of the
 * time.
 *
 * @throws TextTooLarge
 */
export async function composeYaml(text: string, slices: TimeSlices): Promise<ComposedYaml> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  // Duplicate keys are found later: the package compares all pairs of keys.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false });
  const count = new TokenCount();
  const documents: Document.Parsed[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    if (count.add(lexeme) === 'too many') throw new TextTooLarge(lines.linePos(parser.offset));
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (documents.length > 1) break;
    if (slices.isOver) await slices.next();
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, text.length));
  const [document, second] = documents;
  // The composer ends with a document even if the text is empty.
  if (document === undefined) throw new TypeError('there is no document');
  const problems = [...document.errors, ...document.warnings];
  return { document, problems, secondAt: second?.range[0], lines };
}
