import { formatNumber } from './table.mjs';

/**
 * Compares the figures that have goals, and the ranking of the servers, in two runs.
 *
 * @returns {string[]} lines of Markdown
 */
export function compareWithPreviousRun(previous, current) {
  const lines = ['| figure | earlier | later | |', '| --- | ---: | ---: | ---: |'];
  const rankings = [];
  for (const { name, title, goals, rows, better } of current.measurements) {
    const previousMeasurement = previous.measurements.find(
      (measurement) => measurement.name === name,
    );
    for (const { what, value } of goals) {
      if (!Number.isFinite(value)) continue;
      // A goal that is new or renamed since the previous run is listed without a change.
      const previousValue =
        previousMeasurement?.goals.find((goal) => goal.what === what)?.value ?? NaN;
      const cells = [
        `${title.split(',')[0]}: ${what}`,
        Number.isFinite(previousValue) ? formatNumber(previousValue) : 'not measured',
        formatNumber(value),
        Number.isFinite(previousValue) ? formatChange(value / previousValue) : '',
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
    if (previousMeasurement !== undefined && rows.some(({ name }) => name === 'flagbearer')) {
      const rankingBefore = rankRows(previousMeasurement.rows, better).join(' > ');
      const ranking = rankRows(rows, better).join(' > ');
      rankings.push(
        ranking === rankingBefore
          ? `- ${title}: the same order, ${ranking}.`
          : `- ${title}: ${rankingBefore} in the earlier run, ${ranking} in the later run.`,
      );
    }
  }
  return [
    '## The last two complete runs',
    '',
    `The earlier run was at ${formatTime(previous)} UTC, the later at ${formatTime(current)} UTC. A table above is newer if its measurement was repeated with --only and --keep.`,
    '',
    ...lines,
    '',
    ...rankings,
    '',
  ];
}

function formatTime({ measuredAt }) {
  return measuredAt.slice(0, 16).replace('T', ' ');
}

function rankRows(rows, better) {
  const sign = better === 'higher' ? -1 : 1;
  return rows.toSorted((a, b) => sign * (a.median - b.median)).map(({ name }) => name);
}

function formatChange(ratio) {
  const rounded = Math.round((ratio - 1) * 100);
  return rounded === 0 ? '±0 %' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)} %`;
}
