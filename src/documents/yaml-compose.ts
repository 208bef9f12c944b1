import { Composer, Lexer, LineCounter, Parser, type Document, type YAMLError } from 'yaml';
import type { TimeSlices } from '../ports/time-slices.ts';
import type { Position } from './source-document.ts';

/** The parser needs about 300 bytes for each token, and parses a collection in brackets without a pause. */
const MAX_TOKENS = 1_000_000;
const MAX_TOKENS_IN_BRACKETS = 100_000;

/** The marker before the text of a value in the output of the lexer (`CST.SCALAR`). */
const SCALAR = '\u001F';

/** Thrown for a text that would block the process or fill its memory as YAML. */
export class TextTooLarge extends Error {
  override readonly name = 'TextTooLarge';
  readonly position: Position;

  constructor({ line, col }: { readonly line: number; readonly col: number }) {
    super('the text has too many tokens');
    this.position = { line, column: col };
  }
}

export interface ComposedYaml {
  readonly document: Document.Parsed;
  readonly problems: readonly YAMLError[];
  /** Offset of a second document, if there is one. */
  readonly secondDocumentStart: number | undefined;
  readonly lines: LineCounter;
}

/** Reads YAML as `parseDocument` does, but in time slices, because this takes long. @throws TextTooLarge */
export async function composeYaml(text: string, slices: TimeSlices): Promise<ComposedYaml> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({
    prettyErrors: false,
    // Duplicate keys are found later: the package compares all pairs of keys.
    uniqueKeys: false,
    // Only values of JSON: no sets or dates, even after `%YAML 1.1`.
    schema: 'core',
    resolveKnownTags: false,
  });
  const count = new TokenCount();
  const documents: Document.Parsed[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    count.add(lexeme);
    if (count.isExceeded) throw new TextTooLarge(lines.linePos(parser.offset));
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (documents.length > 1) break;
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, text.length));
  const [document, second] = documents;
  // The composer ends with a document even if the text is empty.
  if (document === undefined) throw new TypeError('there is no document');
  const problems = [...document.errors, ...document.warnings];
  return { document, problems, secondDocumentStart: second?.range[0], lines };
}

/** Returns whether `composeYaml` would throw TextTooLarge. */
export function isTooLargeForYaml(text: string): boolean {
  // A character gives at most two tokens: the lexer yields a marker before each plain scalar.
  if (2 * text.length <= MAX_TOKENS_IN_BRACKETS) return false;
  const count = new TokenCount();
  for (const lexeme of new Lexer().lex(text)) {
    count.add(lexeme);
    if (count.isExceeded) return true;
  }
  return false;
}

/** Counts the tokens of the lexer (lexemes): all, and those since the outermost open bracket. */
class TokenCount {
  #tokens = 0;
  #bracketsOpen = 0;
  #tokensBeforeBracket = 0;
  #last = '';

  add(lexeme: string): void {
    this.#tokens += 1;
    if (this.#last !== SCALAR) {
      if (lexeme === '[' || lexeme === '{') this.#bracketsOpen += 1;
      else if ((lexeme === ']' || lexeme === '}') && this.#bracketsOpen > 0) {
        this.#bracketsOpen -= 1;
      }
    }
    if (this.#bracketsOpen === 0) this.#tokensBeforeBracket = this.#tokens;
    this.#last = lexeme;
  }

  get isExceeded(): boolean {
    const inBrackets = this.#tokens - this.#tokensBeforeBracket;
    return this.#tokens > MAX_TOKENS || inBrackets > MAX_TOKENS_IN_BRACKETS;
  }
}
