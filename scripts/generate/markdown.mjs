/** Formats Markdown for GitHub and for the site, where `<` and `{{` have a meaning. */

/** Formats a text, or another value as JSON, in backticks; returns '' for undefined. @param {unknown} value */
export function formatCode(value) {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Escapes Markdown, except text in backticks. */
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
 * Formats a table without the columns that are empty in every row.
 *
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows
 */
export function formatTable(titles, rows) {
  const columns = [...titles.keys()].filter((index) => rows.some((row) => row[index] !== ''));
  const formatLine = (/** @type {readonly string[]} */ cells) =>
    `| ${columns.map((index) => escapeCell(cells[index] ?? '')).join(' | ')} |`;
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

/** Joins paragraphs, tables and blocks; empty parts are omitted. */
export function joinParagraphs(/** @type {(string | false | undefined)[]} */ ...parts) {
  return parts.filter(Boolean).join('\n\n');
}

/** @param {unknown} value @param {string} [summary] of the example */
export function formatJsonExample(value, summary = 'For example') {
  return `${escapeProse(summary)}:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** Formats a link to a heading of the same page. */
export function createLink(/** @type {string} */ heading) {
  return `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
}

export function formatClause(/** @type {string | null | undefined} */ clause) {
  return clause ? `§${clause}` : '';
}
