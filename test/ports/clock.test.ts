import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/ports/clock.ts';
import { createSteppingClock } from '../setup/stepping-clock.ts';

describe('the clock', () => {
  it('returns the system time in milliseconds', () => {
    const before = Date.now();
    const now = systemClock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it('moves only when it is set or advanced', () => {
    const clock = createSteppingClock(1_000);
    expect(clock.now()).toBe(1_000);
    expect(clock.now()).toBe(1_000);
    clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });
});
