/** Chaos of settlements: a transaction stays PENDING longer than configured (§3). */
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
 * Returns how many milliseconds after `due` a transaction settles. The result is the same for every read,
 * and no transaction goes back to PENDING: one that was due before chaos was set is on time.
 *
 * @param due when it settles without chaos, in milliseconds of the workspace clock
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
