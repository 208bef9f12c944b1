/** Chaos of settlements: a PENDING that lasts longer than it was to (§3). */
import { draw, unitFrom } from '../ports/draws.ts';
import type { ChaosSetting } from '../store/chaos-setting.ts';

const MINUTE = 60_000;

/** Milliseconds, by level. */
const DELAYS = {
  off: { least: 0, most: 0 },
  low: { least: MINUTE / 2, most: 2 * MINUTE },
  high: { least: MINUTE, most: 10 * MINUTE },
} as const;

/**
 * How much later than it was due a transaction settles, in milliseconds. It is the same whenever it is
 * asked for, so that whoever looks sees the same, and no transaction goes back to PENDING: one that
 * was due before chaos was set is on time.
 *
 * @param due when it settles otherwise, by the workspace clock, in milliseconds
 */
export function settlementDelay(
  { level, lateShare, since, draws }: ChaosSetting,
  transactionId: string,
  due: number,
): number {
  if (lateShare === 0 || due <= since) return 0;
  const subject = `longPending ${transactionId}`;
  if (unitFrom(draw(draws, 'chaos', subject, 0)) >= lateShare) return 0;
  const { least, most } = DELAYS[level];
  return Math.round(least + (most - least) * unitFrom(draw(draws, 'chaos', subject, 1)));
}
