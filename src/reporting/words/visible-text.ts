/**
 * Invisible characters with an effect: control characters, marks of writing direction, lone surrogates. In
 * a report they could hide or reverse text.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;

/** GitHub Actions takes it for a command anywhere in a line of the log (actions/runner, ActionCommand.cs). */
const LOG_COMMAND = '##[';

/** The text with what can't be seen written as `\u{202e}`; line ends and tabs stay. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(LOG_COMMAND, '#\\u{23}[')
    .replaceAll(UNSEEN, (character) =>
      character === '\n' || character === '\t' ? character : escapeOf(character),
    );
}

/** The same on one line, which is no command for GitHub Actions either: `::error::`. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ')
    .replace(/^(\s*):(?=:)/, '$1\\u{3a}');
}

/**
 * Escapes them in double-quoted strings of JSON or YAML, which have the same escapes; the data is
 * unchanged.
 *
 * @param document with raw line ends and tabs only between its values
 */
export function visibleJson(document: string): string {
  return document
    .replaceAll(LOG_COMMAND, '#\\u0023[')
    .replaceAll(UNSEEN, (character) =>
      character === '\n' || character === '\t'
        ? character
        : Array.from({ length: character.length }, (_, at) => jsonEscape(character, at)).join(''),
    );
}

/** Whether a text needs one of these escapes. */
export function hasUnseen(text: string): boolean {
  return text.includes(LOG_COMMAND) || text.search(UNSEEN) !== -1;
}

/** Returns a visible text of limited length, with a sign if it was truncated. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text.slice(0, most * 2));
  return characters.length > most || text.length > most * 2
    ? `${characters.slice(0, most).join('')}…`
    : text;
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function jsonEscape(character: string, at: number): string {
  return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
