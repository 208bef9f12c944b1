/** Returns a result as a section in Markdown: heading, table, and the goals of `evaluateGoal`. */
export function toTable({ title, unit, rows, goals }) {
  const extraColumns = [...new Set(rows.flatMap(({ more }) => Object.keys(more ?? {})))];
  const lines = [
    ['', `${unit}, median`, 'range', ...extraColumns],
    ['---', '---:', '---', ...extraColumns.map(() => '---:')],
    ...rows.map(({ name, median, min, max, more = {} }) => [
      name,
      formatNumber(median),
      min === max ? '' : `${formatNumber(min)} to ${formatNumber(max)}`,
      ...extraColumns.map((key) => String(more[key] ?? '')),
    ]),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  // A goal with a missing row is omitted.
  const goalLines = goals
    .filter(({ value }) => Number.isFinite(value))
    .map(
      ({ what, value, goal, isMet }) =>
        `- ${formatNumber(value)} ${what}: the goal is ${goal}, ${isMet ? 'met' : 'missed'}.`,
    );
  return [`## ${title}`, '', ...lines, ...(goalLines.length > 0 ? ['', ...goalLines] : [])].join(
    '\n',
  );
}

/** Formats a number with three significant digits, from 1000 as an integer; `–` if it is not finite. */
export function formatNumber(/** @type {number} */ value) {
  if (!Number.isFinite(value)) return '–';
  return value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}
