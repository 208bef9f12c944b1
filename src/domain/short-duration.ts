import { parseDuration } from './duration.ts';

/** Returns the milliseconds of `500ms`, `10s`, `1m`, `2h`, `1d`, or an ISO 8601 duration such as PT10S. */
export function parseShortDuration(duration: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration) ?? [];
  const factor = UNITS.get(unit);
  return factor === undefined ? parseDuration(duration) : Math.round(Number(amount) * factor);
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
