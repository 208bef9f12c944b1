import { median } from './measurement.mjs';

/**
 * Compares a goal with the measured rows. The goal limits the figure of a row, or its ratio to another row, which
 * depends less on the machine. With several rows, the worst one counts; the value is not finite if a row is missing.
 *
 * @param {import('./measurement.mjs').Goal} goal
 * @param {import('./measurement.mjs').Row[]} rows
 */
export function evaluateGoal({ what, of: rowNames, to: divisorName, atLeast, atMost }, rows) {
  const measured = rows.filter(({ name }) => [rowNames].flat().includes(name));
  const figures = measured.map((row) =>
    divisorName === undefined ? row.median : computeRatio(row, rows, divisorName),
  );
  const value = atMost === undefined ? Math.min(...figures) : Math.max(...figures);
  return atMost === undefined
    ? { what, value, goal: `≥ ${atLeast}`, met: value >= atLeast }
    : { what, value, goal: `≤ ${atMost}`, met: value <= atMost };
}

/** Returns the median of the ratios per round, since other load slows both rows of a round; else of the medians. */
function computeRatio(row, rows, divisorName) {
  const divisor = rows.find(({ name }) => name === divisorName);
  if (row.rounds === undefined || divisor?.rounds === undefined)
    return row.median / divisor?.median;
  return median(row.rounds.map((figure, round) => figure / divisor.rounds[round]));
}
