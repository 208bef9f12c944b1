/** Formats ISO 8601 durations for the dialect. */

const UNITS = [
  ['D', 86_400],
  ['H', 3600],
  ['M', 60],
  ['S', 1],
] as const;

/** Longest duration that a dialect may contain: 10,000 years. */
const MAX_SECONDS = 10_000 * 366 * 86_400;

/** Returns a duration, such as `PT1M30S` for 90; null if it is not positive or too long for a dialect. */
export function formatDuration(seconds: number): string | null {
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) return null;
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
