/** Formats durations of ISO 8601 as in the dialect. */

const UNITS = [
  ['D', 86_400],
  ['H', 3600],
  ['M', 60],
  ['S', 1],
] as const;

/** Returns a duration such as `PT1M30S` for 90. */
export function formatDuration(seconds: number): string {
  let remaining = seconds;
  let date = '';
  let time = '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(remaining / size);
    remaining -= count * size;
    if (count === 0) continue;
    if (unit === 'D') date = `${count}D`;
    else time += `${count}${unit}`;
  }
  return time === '' ? `P${date}` : `P${date}T${time}`;
}
