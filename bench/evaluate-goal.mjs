import { median } from './measurement.mjs';

/**
 * Returns whether a goal is met. If absolute figures would depend on the machine, a goal is the ratio of two
 * rows of the same run. If they were measured alternately, it is the median of the ratios of each round, because
 * other load on the machine affects both rows of a round.
 *
 * @param {import('./measurement.mjs').Goal} goal
 * @param {import('./measurement.mjs').Row[]} rows
 */
export function evaluateGoal({ what, of, to, atLeast, atMost }, rows) {
  const figures = [of].flat().flatMap((name) => {
    const row = rows.find((one) => one.name === name);
    return row === undefined ? [] : [to === undefined ? row.median : computeRatio(row, rows, to)];
  });
  const value = atMost === undefined ? Math.min(...figures) : Math.max(...figures);
  return atMost === undefined
    ? { what, value, goal: `≥ ${atLeast}`, met: value >= atLeast }
    : { what, value, goal: `≤ ${atMost}`, met: value <= atMost };
}

function computeRatio(row, rows, to) {
  const other = rows.find(({ name }) => name === to);
  if (row.rounds === undefined || other?.rounds === undefined) return row.median / other?.median;
  return median(row.rounds.map((figure, round) => figure / other.rounds[round]));
}
