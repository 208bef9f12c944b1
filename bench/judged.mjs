import { median } from './measurement.mjs';

/**
 * Whether a goal is met. Where the machine alone would decide, a goal is how often one row is another one of the
 * same run: round by round, where they took turns, since a neighbour of the machine is there for a round and not
 * for the next; the median of these.
 *
 * @param {import('./measurement.mjs').Goal} goal
 * @param {import('./measurement.mjs').Row[]} rows
 */
export function judged({ what, of, to, atLeast, atMost }, rows) {
  const figures = [of].flat().flatMap((name) => {
    const row = rows.find((one) => one.name === name);
    return row === undefined ? [] : [to === undefined ? row.median : ratio(row, rows, to)];
  });
  const value = atMost === undefined ? Math.min(...figures) : Math.max(...figures);
  return atMost === undefined
    ? { what, value, goal: `≥ ${atLeast}`, met: value >= atLeast }
    : { what, value, goal: `≤ ${atMost}`, met: value <= atMost };
}

function ratio(row, rows, to) {
  const other = rows.find(({ name }) => name === to);
  if (row.rounds === undefined || other?.rounds === undefined) return row.median / other?.median;
  return median(row.rounds.map((figure, round) => figure / other.rounds[round]));
}
