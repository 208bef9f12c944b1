/** Markdown that reads the same on GitHub and on the site, where `<` and `{{` mean something else. */

/** @param {unknown} value a text as it is, anything else as JSON; nothing if undefined */
export function formatCode(value) {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Prose, in which only text in backticks is Markdown. */
export function escapeProse(text = '') {
  return text
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : escape(part)))
    .join('');
}

function escape(/** @type {string} */ text) {
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '{&#8203;{')
    .replaceAll(/[*[\]]|(?<!\w)_|_(?!\w)/g, '\\$&');
}

/**
 * A table, without the columns that are empty in every row.
 *
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows
 */
export function formatTable(titles, rows) {
  const shown = [...titles.keys()].filter((at) => rows.some((row) => row[at] !== ''));
  const formatLine = (/** @type {readonly string[]} */ cells) =>
    `| ${shown.map((at) => escapeCell(cells[at] ?? '')).join(' | ')} |`;
  return rows.length === 0
    ? ''
    : [formatLine(titles), formatLine(titles.map(() => '---')), ...rows.map(formatLine)].join('\n');
}

function escapeCell(/** @type {string} */ text) {
  return text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Joins paragraphs, tables and blocks; empty ones are omitted. */
export function joinParagraphs(/** @type {(string | false | undefined)[]} */ ...parts) {
  return parts.filter(Boolean).join('\n\n');
}

/** @param {unknown} value @param {string} [summary] of the example */
export function formatJsonExample(value, summary = 'For example') {
  return `${escapeProse(summary)}:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** A link to a heading of the same page. */
export function createLink(/** @type {string} */ heading) {
  return `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
}

export function formatClause(/** @type {string | null | undefined} */ cited) {
  return cited ? `§${cited}` : '';
}
