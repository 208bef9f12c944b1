import type { Position } from './source-document.ts';

/** The parser takes some 300 bytes for each token, and works on a collection in brackets as a whole. */
const MAX_TOKENS = 1_000_000;
const MAX_TOKENS_IN_BRACKETS = 100_000;

/** The marker before the text of a value in the output of the lexer (`CST.SCALAR`). */
const SCALAR = '\u001F';

/** A text that YAML can't be read from without blocking the process or filling its memory. */
export class TextTooLarge extends Error {
  override readonly name = 'TextTooLarge';
  readonly position: Position;

  constructor({ line, col }: { readonly line: number; readonly col: number }) {
    super('the text has too many tokens');
    this.position = { line, column: col };
  }
}

/** Counts tokens, all of them and those within a pair of brackets. */
export class TokenCount {
  #tokens = 0;
  #bracketsOpen = 0;
  #outsideBrackets = 0;
  #last = '';

  /** @returns whether there are too many with this one */
  add(lexeme: string): 'fine' | 'too many' {
    this.#tokens += 1;
    if (this.#last !== SCALAR) {
      if (lexeme === '[' || lexeme === '{') this.#bracketsOpen += 1;
      else if ((lexeme === ']' || lexeme === '}') && this.#bracketsOpen > 0)
        this.#bracketsOpen -= 1;
    }
    if (this.#bracketsOpen === 0) this.#outsideBrackets = this.#tokens;
    this.#last = lexeme;
    const inBrackets = this.#tokens - this.#outsideBrackets;
    const isTooMany = this.#tokens > MAX_TOKENS || inBrackets > MAX_TOKENS_IN_BRACKETS;
    return isTooMany ? 'too many' : 'fine';
  }
}
