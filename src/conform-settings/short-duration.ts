import { parseDuration } from '../domain/duration.ts';

/** Returns the milliseconds of `10s`, `500ms`, `1m`, or an ISO 8601 duration such as PT10S. */
export function parseShortDuration(duration: string): number {
  const [, amount, unit = ''] = /^([\d.]+)(ms|s|m)$/.exec(duration) ?? [];
  const factor = UNITS.get(unit);
  return factor === undefined ? parseDuration(duration) : Math.round(Number(amount) * factor);
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);
