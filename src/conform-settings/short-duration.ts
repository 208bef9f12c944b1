import { parseDuration } from '../domain/duration.ts';

/** Returns the milliseconds of `10s`, `500ms`, `1m`, or an ISO 8601 duration such as PT10S. */
export function parseShortDuration(duration: string): number {
  const short = /^(?<amount>[\d.]+)(?<unit>ms|s|m)$/.exec(duration)?.groups;
  if (short === undefined) return parseDuration(duration);
  return Math.round(Number(short['amount']) * (UNITS.get(short['unit'] ?? '') ?? 1));
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);
