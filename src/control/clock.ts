import { ONLY_KEY } from '../store/parts.ts';
import {
  advance,
  ClockRefusal,
  freeze,
  computeInstant,
  setTo,
  formatTimestamp,
  unfreeze,
} from '../domain/clock.ts';
import type { ClockSetting } from '../domain/records.ts';
import { parseDurationAt, createRefusalAt } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';

type UpdateClock = ControlSchemas['UpdateClock'];

export const clockHandlers = {
  getClock: (_request, { services, workspaceName }) =>
    services.store.read(workspaceName, async (view) => ({
      status: 200,
      body: showClock(view.clock, services.clock.now()),
    })),

  /** PATCH /clock: first moves the clock, then freezes or unfreezes it. */
  updateClock: ({ body }, { services, workspaceId }) =>
    services.store.write(workspaceId, async (unit) => {
      const wallNow = services.clock.now();
      const clock = freezeOrUnfreeze(moveClock(unit.clock, body, wallNow), body.frozen, wallNow);
      await unit.put('clock', ONLY_KEY, clock);
      return { status: 200, body: showClock(clock, wallNow) };
    }),
} satisfies ControlHandlers;

function moveClock(clock: ClockSetting, { now, advance: by }: UpdateClock, wallNow: number) {
  if (now !== undefined) {
    const instant = parseInstant(now);
    return tryMove('/body/now', () => setTo(clock, instant, wallNow));
  }
  if (by !== undefined) {
    const duration = parseDurationAt('/body/advance', by);
    return tryMove('/body/advance', () => advance(clock, duration, wallNow));
  }
  return clock;
}

function freezeOrUnfreeze(clock: ClockSetting, isFrozen: boolean | undefined, wallNow: number) {
  if (isFrozen === undefined) return clock;
  return isFrozen ? freeze(clock, wallNow) : unfreeze(clock, wallNow);
}

/** @throws ControlRefusal if the domain rejects the move */
function tryMove(pointer: string, move: () => ClockSetting): ClockSetting {
  try {
    return move();
  } catch (error) {
    if (!(error instanceof ClockRefusal)) throw error;
    const code = error.reason === 'back' ? 'illegalState' : 'invalidRequest';
    throw createRefusalAt(pointer, code, error.message);
  }
}

function parseInstant(time: string): number {
  const instant = Date.parse(time);
  if (!Number.isNaN(instant)) return instant;
  const message = `Invalid time "${time}".`;
  throw createRefusalAt('/body/now', 'invalidRequest', message, 'must be an RFC 3339 date-time');
}

function showClock(clock: ClockSetting, wallNow: number): ControlSchemas['Clock'] {
  return { now: formatTimestamp(computeInstant(clock, wallNow)), frozen: clock.state === 'frozen' };
}
