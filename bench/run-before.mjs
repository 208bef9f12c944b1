/** How much a second run of the same is like the first. */
import { figure } from './table.mjs';

/**
 * The figures with goals, and who is before whom where others were measured too.
 *
 * @returns {string[]} lines of Markdown
 */
export function besideRunBefore(before, now) {
  const lines = ['| figure | before | now | |', '| --- | ---: | ---: | ---: |'];
  const orders = [];
  for (const { name, title, goals, rows, better } of now.measurements) {
    const known = before.measurements.find((one) => one.name === name);
    for (const { what, value } of goals) {
      const was = known?.goals.find((goal) => goal.what === what)?.value;
      if (!Number.isFinite(was) || !Number.isFinite(value)) continue;
      const cells = [
        `${title.split(',')[0]}: ${what}`,
        figure(was),
        figure(value),
        percent(value / was),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
    if (known !== undefined && rows.some(({ name }) => name === 'flagbearer')) {
      const [one, other] = [known.rows, rows].map((all) => orderOf(all, better).join(' > '));
      orders.push(
        one === other
          ? `- ${title}: the same order, ${other}.`
          : `- ${title}: ${one} before, ${other} now.`,
      );
    }
  }
  return [
    '## Beside the run before',
    '',
    `The run before was of ${before.measuredAt.slice(0, 16).replace('T', ' ')} UTC, this one of ${now.measuredAt.slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    ...lines,
    '',
    ...orders,
    '',
  ];
}

function orderOf(rows, better) {
  const sign = better === 'more' ? -1 : 1;
  return rows.toSorted((one, other) => sign * (one.median - other.median)).map(({ name }) => name);
}

function percent(ratio) {
  const rounded = Math.round((ratio - 1) * 100);
  return rounded === 0 ? '±0 %' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)} %`;
}
