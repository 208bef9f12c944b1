/** A result as a table in Markdown. */
export function table({ title, unit, rows, goals }) {
  const more = [...new Set(rows.flatMap(({ more }) => Object.keys(more ?? {})))];
  const lines = [
    ['', `${unit}, median`, 'least to most', ...more],
    ['---', '---:', '---', ...more.map(() => '---:')],
    ...rows.map(({ name, median, least, most, more: others = {} }) => [
      name,
      figure(median),
      least === most ? '' : `${figure(least)} to ${figure(most)}`,
      ...more.map((key) => String(others[key] ?? '')),
    ]),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  const judged = goals
    .filter(({ value }) => Number.isFinite(value))
    .map(
      ({ what, value, goal, met }) =>
        `- ${figure(value)} ${what}: the goal is ${goal}, ${met ? 'met' : 'missed'}.`,
    );
  return [`### ${title}`, '', ...lines, ...(judged.length > 0 ? ['', ...judged] : [])].join('\n');
}

/** Three digits that count. */
export function figure(/** @type {number} */ value) {
  if (!Number.isFinite(value)) return '–';
  return value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}
