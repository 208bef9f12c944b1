/**
 * The types of a measurement: a file of measurements/ that returns rows with unique names.
 *
 * @typedef {object} Pace Rounds and their seconds, seconds of warm-up; `repeats` for
 *   sequential measurements; `users` are the sizes of scenarios.
 * @property {'whole' | 'quick'} name
 * @property {number} rounds
 * @property {number} warmUp
 * @property {number} seconds
 * @property {number} repeats
 * @property {number[]} users
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {number} median
 * @property {number} least
 * @property {number} most
 * @property {number[]} [rounds] the figures of each round, if servers were interleaved
 * @property {number} [x] the x value in a plot
 * @property {Record<string, number | string>} [more] e.g. the latency that goes with a throughput
 *
 * @typedef {object} Goal A figure, or how often it is another one.
 * @property {string} what
 * @property {string | string[]} of a row; of several that were measured, the worst is judged
 * @property {string} [to] the row that it is divided by
 * @property {number} [atLeast]
 * @property {number} [atMost]
 *
 * @typedef {object} RunContext
 * @property {import('./installed.mjs').Installed} flagbearer
 * @property {Pace} pace
 * @property {(line: string) => void} say
 *
 * @typedef {object} Measurement
 * @property {string} name
 * @property {string} title
 * @property {string} unit
 * @property {'more' | 'less'} better
 * @property {Goal[]} [goals]
 * @property {{ x: string, y: string }} [plot] titles of the axes
 * @property {(context: RunContext) => Promise<Row[]>} measure
 */

/** Row of several figures of the same thing. */
export function rowOf(
  /** @type {string} */ name,
  /** @type {number[]} */ figures,
  more = undefined,
) {
  const sorted = figures.toSorted((one, other) => one - other);
  return {
    name,
    median: median(sorted),
    least: sorted[0],
    most: sorted.at(-1),
    ...(more && { more }),
  };
}

/** Like above for contestants measured in turn, so that values of one round are comparable. */
export const rowOfRounds = (name, figures, more = undefined) => ({
  ...rowOf(name, figures, more),
  rounds: figures,
});

/** @param {number[]} figures */
export function median(figures) {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs A B C A B C, so that other load on the machine affects all alike. */
export async function interleaved(rounds, contestants, once) {
  const figures = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      figures.get(contestant.name).push(await once(contestant, round));
    }
  }
  return figures;
}
