import { InvalidDuration, millisecondsOf } from '../../domain/duration.ts';

const LONGEST = 60_000;

/** The format of a delay, for error messages. */
export const DELAY_RULE = 'must be a duration such as PT2S, or seconds, from 0 to 60 seconds';

/** Returns the milliseconds of a duration (ISO 8601) or of seconds; undefined if invalid or too long. */
export function waitTimeOf(delay: string | number): number | undefined {
  const ms = typeof delay === 'number' ? Math.round(delay * 1000) : durationOf(delay);
  return ms !== undefined && ms >= 0 && ms <= LONGEST ? ms : undefined;
}

function durationOf(text: string): number | undefined {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.round(Number(text) * 1000);
  try {
    return millisecondsOf(text);
  } catch (error) {
    if (error instanceof InvalidDuration) return undefined;
    throw error;
  }
}
