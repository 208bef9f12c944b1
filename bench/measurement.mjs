/**
 * The types of a measurement: a file of measurements/ that returns rows with unique names.
 *
 * @typedef {object} Pace How long to measure.
 * @property {'whole' | 'quick'} name
 * @property {number} rounds
 * @property {number} warmUp in seconds
 * @property {number} seconds of each round
 * @property {number} repeats some measurements use it instead of `rounds`, or a multiple of it
 * @property {number[]} users the numbers of users of the scenarios
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {number} median
 * @property {number} min
 * @property {number} max
 * @property {number[]} [rounds] the figures of each round, if the servers were interleaved
 * @property {number} [x] the x value in a plot
 * @property {Record<string, number | string>} [more] other figures of the row, such as the latency
 *
 * @typedef {object} Goal A limit for the figure of a row, or for its ratio to another row.
 * @property {string} what describes the figure
 * @property {string | string[]} rows the names of the rows; the worst row is evaluated
 * @property {string} [divisor] the name of the row that the figure is divided by
 * @property {number} [atLeast]
 * @property {number} [atMost]
 *
 * @typedef {object} RunContext
 * @property {import('./install-flagbearer.mjs').Installation} flagbearer
 * @property {Pace} pace
 * @property {(line: string) => void} log
 *
 * @typedef {object} Measurement
 * @property {string} name
 * @property {string} title
 * @property {string} unit
 * @property {'higher' | 'lower'} better
 * @property {Goal[]} [goals]
 * @property {{ x: string, y: string }} [plot] titles of the axes
 * @property {(context: RunContext) => Promise<Row[]>} measure
 */

/** Returns a row with the median and the range of the figures. */
export function toRow(
  /** @type {string} */ name,
  /** @type {number[]} */ figures,
  more = undefined,
) {
  const sorted = figures.toSorted((a, b) => a - b);
  return {
    name,
    median: median(sorted),
    min: sorted[0],
    max: sorted.at(-1),
    ...(more && { more }),
  };
}

/** Returns a row that also has the figure of each round, for contestants of runInterleaved. */
export const toRowWithRounds = (name, figures, more = undefined) => ({
  ...toRow(name, figures, more),
  rounds: figures,
});

/** @param {number[]} figures */
export function median(figures) {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Measures the contestants alternately (A B C A B C), so that other load on the machine affects all of them. */
export async function runInterleaved(rounds, contestants, measureOnce) {
  const figures = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      figures.get(contestant.name).push(await measureOnce(contestant, round));
    }
  }
  return figures;
}
