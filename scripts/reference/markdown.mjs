/** Markdown that reads the same on GitHub and on the site, where `<` and `{{` mean something else. */

/** @param {unknown} value a text as it is, anything else as JSON */
export function code(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Prose, in which only text in backticks is Markdown. */
export function prose(/** @type {string} */ text) {
  return text
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : escaped(part)))
    .join('');
}

function escaped(/** @type {string} */ text) {
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '{&#8203;{')
    .replaceAll(/[*[\]]|(?<!\w)_|_(?!\w)/g, '\\$&');
}

/**
 * A table, without the columns that have nothing in any row.
 *
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows
 */
export function table(titles, rows) {
  const shown = [...titles.keys()].filter((at) => rows.some((row) => row[at] !== ''));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${shown.map((at) => cell(cells[at] ?? '')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(/** @type {string} */ text) {
  return text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** @param {string} language behind the fence @param {string} text */
export function block(language, text) {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** @param {unknown} value */
export function json(value) {
  return block('json', JSON.stringify(value, null, 2));
}

/** The anchor that GitHub and the site give a heading of one word. */
export function linkTo(/** @type {string} */ heading, text = heading) {
  return `[${text}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
}

export function clause(/** @type {string | undefined} */ cited) {
  return cited === undefined ? '' : `§${cited}`;
}
