import { median } from './measurement.mjs';

/**
 * Compares a goal with the measured rows. If the goal names several rows, the worst measured row decides: a
 * quick run measures only some of them. Without a measured row, the value is NaN and the goal is not met.
 *
 * @param {import('./measurement.mjs').Goal} goal
 * @param {import('./measurement.mjs').Row[]} allRows
 */
export function evaluateGoal({ what, rows: rowNames, divisor, atLeast, atMost }, allRows) {
  const findRow = (name) => allRows.find((row) => row.name === name);
  const rows = [rowNames].flat().flatMap((name) => findRow(name) ?? []);
  const figures = rows
    .map((row) => (divisor === undefined ? row.median : computeRatio(row, findRow(divisor))))
    .toSorted((a, b) => a - b);
  const value = figures.at(atMost === undefined ? 0 : -1) ?? NaN;
  return atMost === undefined
    ? { what, value, goal: `≥ ${atLeast}`, isMet: value >= atLeast }
    : { what, value, goal: `≤ ${atMost}`, isMet: value <= atMost };
}

/**
 * Returns the median of the ratios per round, because other load on the machine slows both rows of a round. Without
 * rounds, returns the ratio of the medians.
 */
function computeRatio(row, divisor) {
  if (row.rounds === undefined || divisor?.rounds === undefined)
    return row.median / divisor?.median;
  return median(row.rounds.map((figure, round) => figure / divisor.rounds[round]));
}
