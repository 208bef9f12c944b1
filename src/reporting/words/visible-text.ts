/**
 * What nobody sees and what still acts: control characters, marks of writing direction, half pairs
 * of UTF-16. In a report they could hide text, or turn it round.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;

/** The text with what can't be seen written as `\u{202e}`; line ends and tabs stay. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, (character) =>
      character === '\n' || character === '\t' ? character : escapeOf(character),
    );
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ');
}

/** A text for people: so many characters at most, and a sign where there were more. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text.slice(0, most * 2));
  return characters.length > most || text.length > most * 2
    ? `${characters.slice(0, most).join('')}…`
    : text;
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
