/** Pieces of Markdown as GitHub reads it (GFM 0.29), whatever the texts hold. */
import { shortened, visibleLine, visibleText } from '../words/visible-text.ts';

/**
 * A text on one line: no markup, HTML, link, mention, formula or emoji name comes of it. It must not
 * stand at the beginning of a line, where `-` or `1.` would begin a list.
 */
export function plain(text: string, most = 600): string {
  return (
    shortened(visibleLine(text).trim(), most)
      .replaceAll(/[\\`*_[\]<>~$&]|:(?=\/\/|[\w+-]+:)|(?<=\bwww)\./gi, '\\$&')
      // GitHub looks for names and numbers in the text that comes out: parted, they are none.
      .replaceAll(/[@#](?=\w)|(?<=\bGH)-/gi, '$&&#8203;')
  );
}

/** A text as code, where nothing in it means anything. */
export function code(text: string, most = 200): string {
  const line = shortened(visibleLine(text), most);
  const fence = '`'.repeat(longestRun(line) + 1);
  const room = /^[` ]|[` ]$|^$/.test(line) ? ' ' : '';
  return `${fence}${room}${line}${room}${fence}`;
}

/** The same with all its lines, in a block of its own. */
export function codeBlock(text: string, language: string): string {
  const shown = visibleText(text);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, headings.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

/** A bar ends a cell, even in code (GFM, section 4.10). One behind a backslash can't be told apart. */
function cell(text: string): string {
  return text.replaceAll(/(?<=(?<!\\)\\)\|/g, '\u200B|').replaceAll('|', '\\|');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
