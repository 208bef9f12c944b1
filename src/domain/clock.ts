/** The workspace clock: it runs or is frozen, and never goes back. */
import type { ClockSetting } from './records.ts';

/** The last instant of a timestamp with four year digits: 9999-12-31T23:59:59.999Z. */
export const LAST_INSTANT = 253_402_300_799_999;

export class ClockRefusal extends Error {
  override readonly name = 'ClockRefusal';
  /** `back`: before the present instant. `range`: after `LAST_INSTANT`. */
  readonly reason: 'back' | 'range';

  constructor(reason: ClockRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Returns the time of a clock, in milliseconds since the epoch. @param wallNow time of the wall clock */
export function computeInstant(setting: ClockSetting, wallNow: number): number {
  return setting.state === 'frozen' ? setting.at : wallNow + setting.offset;
}

/** Sets a clock; a running clock continues to run, a frozen clock stays frozen. @throws ClockRefusal for an earlier or too late instant */
export function setTo(setting: ClockSetting, instant: number, wallNow: number): ClockSetting {
  const current = computeInstant(setting, wallNow);
  if (instant < current) {
    throw new ClockRefusal(
      'back',
      `The clock is at ${formatTimestamp(current)} and cannot be set back to ${formatTimestamp(instant)}.`,
    );
  }
  if (instant > LAST_INSTANT) {
    throw new ClockRefusal(
      'range',
      `The clock cannot be set later than ${formatTimestamp(LAST_INSTANT)}.`,
    );
  }
  return setting.state === 'frozen'
    ? { state: 'frozen', at: instant }
    : { state: 'running', offset: instant - wallNow };
}

/** Moves a clock by milliseconds, zero or more. @throws ClockRefusal as `setTo` does */
export function advance(setting: ClockSetting, by: number, wallNow: number): ClockSetting {
  return setTo(setting, computeInstant(setting, wallNow) + by, wallNow);
}

export function freeze(setting: ClockSetting, wallNow: number): ClockSetting {
  return { state: 'frozen', at: computeInstant(setting, wallNow) };
}

export function unfreeze(setting: ClockSetting, wallNow: number): ClockSetting {
  return { state: 'running', offset: computeInstant(setting, wallNow) - wallNow };
}

/**
 * Returns a timestamp in ISO 8601, UTC, with milliseconds (§2.4); at most `LAST_INSTANT`, because a session
 * can expire later than that.
 */
export function formatTimestamp(instant: number): string {
  return new Date(Math.min(instant, LAST_INSTANT)).toISOString();
}
