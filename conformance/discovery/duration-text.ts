/** Formats durations of ISO 8601 as in the dialect. */

const UNITS = [
  ['D', 86_400],
  ['H', 3600],
  ['M', 60],
  ['S', 1],
] as const;

/**
 * Returns the duration with the largest unit first and without zero units: 90 is `PT1M30S`.
 *
 * @param seconds a positive integer
 */
export function formatDuration(seconds: number): string {
  let rest = seconds;
  let date = '';
  let time = '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0) continue;
    if (unit === 'D') date = `${count}D`;
    else time += `${count}${unit}`;
  }
  return time === '' ? `P${date}` : `P${date}T${time}`;
}
