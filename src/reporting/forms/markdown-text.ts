/** Parts of Markdown for GitHub (GFM 0.29); any text is safe. */
import { shorten, toVisibleLine, toVisibleText } from '../text/visible-text.ts';

/**
 * Returns a text on one line without markup, HTML, links, mentions, formulas or emoji names. It must not be
 * at the start of a line, where `-` or `1.` would start a list.
 */
export function escapeMarkdown(text: string, maxLength = 600): string {
  return (
    shorten(toVisibleLine(text).trim(), maxLength)
      .replaceAll(/[\\`*_[\]<>~$&]|:(?=\/\/|[\w+-]+:)|(?<=\bwww)\./gi, '\\$&')
      // GitHub creates links from names and numbers in the rendered text.
      .replaceAll(/[@#](?=\w)|(?<=\bGH)-/gi, '$&&#8203;')
  );
}

/** Like `escapeMarkdown`, but formats paths and JSON pointers as code, so that a terminal shows them unescaped. */
export function formatMessage(text: string): string {
  const words = shorten(toVisibleLine(text).trim(), 600).split(' ');
  return words
    .map((word) => {
      const [, path, rest = ''] = /^(\/.*\w)(\W*)$/.exec(word) ?? [];
      return path === undefined ? escapeMarkdown(word) : formatCode(path) + escapeMarkdown(rest);
    })
    .join(' ');
}

/** Returns a text as code, in which no character has a special meaning. */
export function formatCode(text: string, maxLength = 200): string {
  const line = shorten(toVisibleLine(text), maxLength);
  const fence = '`'.repeat(findLongestRun(line) + 1);
  const padding = /^[` ]|[` ]$|^$/.test(line) ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

export function formatCodeBlock(text: string, language: string): string {
  const visible = toVisibleText(text);
  const fence = '`'.repeat(Math.max(3, findLongestRun(visible) + 1));
  return `${fence}${language}\n${visible}\n${fence}`;
}

export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [headings, headings.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n');
}

/**
 * Escapes pipes, which end a cell even in code (GFM, section 4.10). `\|` would become `\\|`, an escaped
 * backslash and a pipe that ends the cell: a zero-width space separates the two backslashes.
 */
function escapeCell(text: string): string {
  return text.replaceAll(/(?<=(?<!\\)\\)\|/g, '\u200B|').replaceAll('|', '\\|');
}

function findLongestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
