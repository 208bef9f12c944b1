import { describe, expect, it } from 'vitest';

import {
  advance,
  ClockRefusal,
  freeze,
  computeInstant,
  LAST_INSTANT,
  setTo,
  formatTimestamp,
  unfreeze,
} from '../../src/domain/clock.ts';
import type { ClockSetting } from '../../src/domain/records.ts';

const WALL = Date.parse('2026-01-15T10:00:00.000Z');
const runningClock: ClockSetting = { state: 'running', offset: 5000 };
const frozenClock: ClockSetting = { state: 'frozen', at: WALL };

describe('the workspace clock', () => {
  it('runs at an offset from the wall clock, or is frozen', () => {
    expect(computeInstant(runningClock, WALL)).toBe(WALL + 5000);
    expect(computeInstant(frozenClock, WALL + 99_000)).toBe(WALL);
  });

  it('keeps running or stays frozen after it is advanced', () => {
    const advanced = advance(runningClock, 60_000, WALL);
    expect(computeInstant(advanced, WALL + 1)).toBe(WALL + 65_001);
    expect(advanced).toEqual({ state: 'running', offset: 65_000 });
    expect(advance(frozenClock, 60_000, WALL)).toEqual({ state: 'frozen', at: WALL + 60_000 });
  });

  it('can be set to the current or a later time', () => {
    expect(computeInstant(setTo(runningClock, WALL + 5000, WALL), WALL)).toBe(WALL + 5000);
    expect(computeInstant(setTo(runningClock, WALL + 9000, WALL), WALL)).toBe(WALL + 9000);
  });

  it('freezes at the current time and continues from there', () => {
    const frozenLater = freeze(runningClock, WALL);
    expect(frozenLater).toEqual({ state: 'frozen', at: WALL + 5000 });
    const unfrozen = unfreeze(frozenLater, WALL + 100_000);
    expect(computeInstant(unfrozen, WALL + 100_001)).toBe(WALL + 5001);
    expect(unfreeze(runningClock, WALL)).toEqual(runningClock);
    expect(freeze(frozenClock, WALL + 1)).toEqual(frozenClock);
  });

  it.each([
    ['cannot be set back', 'back', () => setTo(runningClock, WALL + 4999, WALL)],
    ['cannot be set back while frozen', 'back', () => setTo(frozenClock, WALL - 1, WALL + 1)],
    [
      'cannot be set to a time after the year 9999',
      'range',
      () => setTo(runningClock, LAST_INSTANT + 1, WALL),
    ],
    [
      'cannot be advanced past the year 9999',
      'range',
      () => advance(frozenClock, LAST_INSTANT, WALL),
    ],
  ])('%s', (_name, reason, changeClock) => {
    expect(changeClock).toThrow(ClockRefusal);
    expect(changeClock).toThrow(expect.objectContaining({ name: 'ClockRefusal' }));
    expect(changeClock).toThrow(expect.objectContaining({ reason }));
  });

  it('can be set to the last valid time', () => {
    const last = setTo(frozenClock, LAST_INSTANT, WALL);
    expect(last).toEqual({ state: 'frozen', at: LAST_INSTANT });
  });

  it('reports its current or its latest valid time in errors', () => {
    expect(() => setTo(frozenClock, WALL - 1, WALL)).toThrow(
      'The clock is at 2026-01-15T10:00:00.000Z and cannot be set back to 2026-01-15T09:59:59.999Z.',
    );
    expect(() => advance(frozenClock, LAST_INSTANT, WALL)).toThrow(
      'The clock cannot be set later than 9999-12-31T23:59:59.999Z.',
    );
  });

  it('formats a time in UTC with milliseconds (§2.4)', () => {
    expect(formatTimestamp(WALL)).toBe('2026-01-15T10:00:00.000Z');
    expect(formatTimestamp(LAST_INSTANT)).toBe('9999-12-31T23:59:59.999Z');
  });
});
