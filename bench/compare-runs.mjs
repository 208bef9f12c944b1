/** Compares the results of two runs. */
import { formatNumber } from './table.mjs';

/**
 * Compares the figures that have goals, and the ranking of the servers.
 *
 * @returns {string[]} lines of Markdown
 */
export function compareWithPreviousRun(previous, now) {
  const lines = ['| figure | before | now | |', '| --- | ---: | ---: | ---: |'];
  const orders = [];
  for (const { name, title, goals, rows, better } of now.measurements) {
    const known = previous.measurements.find((one) => one.name === name);
    for (const { what, value } of goals) {
      const previousValue = known?.goals.find((goal) => goal.what === what)?.value;
      if (!Number.isFinite(previousValue) || !Number.isFinite(value)) continue;
      const cells = [
        `${title.split(',')[0]}: ${what}`,
        formatNumber(previousValue),
        formatNumber(value),
        formatChange(value / previousValue),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
    if (known !== undefined && rows.some(({ name }) => name === 'flagbearer')) {
      const [one, other] = [known.rows, rows].map((all) => rankRows(all, better).join(' > '));
      orders.push(
        one === other
          ? `- ${title}: the same order, ${other}.`
          : `- ${title}: ${one} before, ${other} now.`,
      );
    }
  }
  return [
    '## Compared with the previous run',
    '',
    `The previous run was at ${previous.measuredAt.slice(0, 16).replace('T', ' ')} UTC, this one at ${now.measuredAt.slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    ...lines,
    '',
    ...orders,
    '',
  ];
}

function rankRows(rows, better) {
  const sign = better === 'more' ? -1 : 1;
  return rows.toSorted((one, other) => sign * (one.median - other.median)).map(({ name }) => name);
}

function formatChange(ratio) {
  const rounded = Math.round((ratio - 1) * 100);
  return rounded === 0 ? '±0 %' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)} %`;
}
