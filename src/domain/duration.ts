/**
 * Durations (ISO 8601-1, section 5.5.2), such as `PT30S` or `P1DT12H`. Years and months are rejected: their
 * length depends on the day on which they start.
 */

export class InvalidDuration extends Error {
  override readonly name = 'InvalidDuration';
}

/** Milliseconds of each designator. */
const UNITS = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 } as const;

const DURATION =
  /^P(?=[0-9T])(?:(?<W>\d+)W)?(?:(?<D>\d+)D)?(?:T(?=\d)(?:(?<H>\d+)H)?(?:(?<M>\d+)M)?(?:(?<S>\d+(?:[.,]\d+)?)S)?)?$/;
const YEARS_OR_MONTHS = /^P(?:[\d.,]+W)?[\d.,]+[YM]/;

/** The longest duration by which a timestamp can be moved. */
const MAX_DURATION = 10_000 * 366 * UNITS.D;

/**
 * Parses a duration.
 *
 * @returns milliseconds, rounded
 * @throws InvalidDuration for other texts, years and months, and more than 10,000 years
 */
export function parseDuration(duration: string): number {
  const parts = DURATION.exec(duration)?.groups;
  if (parts === undefined) throw new InvalidDuration(describeProblem(duration));
  const total = Object.entries(UNITS).reduce(
    (sum, [designator, unit]) => sum + Number((parts[designator] ?? '0').replace(',', '.')) * unit,
    0,
  );
  if (total > MAX_DURATION) throw new InvalidDuration('The duration is longer than 10,000 years.');
  return Math.round(total);
}

/** Returns the problem of a text as a duration; undefined if it is valid. */
export function findDurationProblem(text: string): string | undefined {
  try {
    parseDuration(text);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidDuration) return error.message;
    throw error;
  }
}

/**
 * Formats a duration, largest unit first, without units of zero: 90,000 is `PT1M30S`, 0 is `PT0S`.
 *
 * @param milliseconds a whole number, zero or more
 */
export function formatDuration(milliseconds: number): string {
  const days = Math.floor(milliseconds / UNITS.D);
  const hours = Math.floor((milliseconds % UNITS.D) / UNITS.H);
  const minutes = Math.floor((milliseconds % UNITS.H) / UNITS.M);
  const seconds = (milliseconds % UNITS.M) / UNITS.S;
  const date = formatPart(days, 'D');
  const time = formatPart(hours, 'H') + formatPart(minutes, 'M') + formatPart(seconds, 'S');
  if (time !== '') return `P${date}T${time}`;
  return date === '' ? 'PT0S' : `P${date}`;
}

function formatPart(count: number, designator: string): string {
  return count === 0 ? '' : `${count}${designator}`;
}

function describeProblem(text: string): string {
  return YEARS_OR_MONTHS.test(text)
    ? 'A duration cannot have years or months, since their length varies; use days (P30D).'
    : 'Invalid ISO 8601 duration; examples: PT30S, PT5M, P1DT12H, P2W.';
}
