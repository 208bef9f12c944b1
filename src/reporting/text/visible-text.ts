/**
 * Invisible characters with an effect: control characters, marks of writing direction, lone surrogates. In
 * a report they could hide or reverse text.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Starts a command of GitHub Actions anywhere in a line of the log (actions/runner, ActionCommand.cs). */
const LOG_COMMAND = '##[';

/** Escapes invisible characters as `\u{202e}`, except line ends and tabs. */
export function toVisibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(LOG_COMMAND, '#\\u{23}[')
    .replaceAll(INVISIBLE, (character) =>
      character === '\n' || character === '\t' ? character : escapeCharacter(character),
    );
}

/** Returns visible text on one line that is not a command for GitHub Actions, such as `::error::`. */
export function toVisibleLine(text: string): string {
  // The lookbehind keeps the search linear; it does not change the result.
  return toVisibleText(text)
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ')
    .replace(/^(\s*):(?=:)/, '$1\\u{3a}');
}

/** Escapes invisible characters in the strings of JSON or double-quoted YAML; the data is unchanged. */
export function toVisibleJson(document: string): string {
  return document
    .replaceAll(LOG_COMMAND, '#\\u0023[')
    .replaceAll(INVISIBLE, (character) =>
      character === '\n' || character === '\t'
        ? character
        : character.split('').map(escapeCodeUnit).join(''),
    );
}

/** Returns whether a text contains an invisible character, line end, tab or log command. */
export function hasInvisible(text: string): boolean {
  return text.includes(LOG_COMMAND) || text.search(INVISIBLE) !== -1;
}

/** Returns the first `maxLength` code points of a text, then `…` if it is longer. `truncateText` adds the length. */
export function shorten(text: string, maxLength: number): string {
  const characters = Array.from(text.slice(0, maxLength * 2));
  return characters.length > maxLength || text.length > maxLength * 2
    ? `${characters.slice(0, maxLength).join('')}…`
    : text;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
