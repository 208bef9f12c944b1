/** Durations of ISO 8601 as the dialect writes them. */

const UNITS = [
  ['D', 86_400],
  ['H', 3600],
  ['M', 60],
  ['S', 1],
] as const;

/**
 * Largest unit first and no unit of zero: 90 is `PT1M30S`.
 *
 * @param seconds a whole number above zero
 */
export function isoDuration(seconds: number): string {
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
