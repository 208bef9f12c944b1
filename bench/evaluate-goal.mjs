import { median } from './measurement.mjs';

/**
 * Returns whether a goal is met. The goal limits the figure of a row, or its ratio to another row of the same
 * run, which depends less on the machine.
 *
 * @param {import('./measurement.mjs').Goal} goal
 * @param {import('./measurement.mjs').Row[]} rows
 */
export function evaluateGoal({ what, of: rowNames, to: divisor, atLeast, atMost }, rows) {
  const measured = rows.filter(({ name }) => [rowNames].flat().includes(name));
  const figures = measured.map((row) =>
    divisor === undefined ? row.median : computeRatio(row, rows, divisor),
  );
  const value = atMost === undefined ? Math.min(...figures) : Math.max(...figures);
  return atMost === undefined
    ? { what, value, goal: `≥ ${atLeast}`, met: value >= atLeast }
    : { what, value, goal: `≤ ${atMost}`, met: value <= atMost };
}

/** Returns the median of the ratios of each round, because other load affects both rows of a round. */
function computeRatio(row, rows, divisorName) {
  const divisor = rows.find(({ name }) => name === divisorName);
  if (row.rounds === undefined || divisor?.rounds === undefined)
    return row.median / divisor?.median;
  return median(row.rounds.map((figure, round) => figure / divisor.rounds[round]));
}
