import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type State = ControlSchemas['Clock'];

/** The clock of a workspace, which determines expiry and settlement. It never goes back. */
export interface Clock {
  /** Returns the time: ISO 8601, UTC, with milliseconds. */
  now(): Promise<string>;
  /** Sets the clock to an instant: ISO 8601 with an offset, or a Date. */
  set(instant: string | Date): Promise<State>;
  /** Advances the clock by an ISO 8601 duration such as `PT5M`. */
  advance(duration: string): Promise<State>;
  /** Freezes the clock, at an instant if one is given; `set` and `advance` still move it. */
  freeze(instant?: string | Date): Promise<State>;
  /** Lets the clock run again from its current time. */
  unfreeze(): Promise<State>;
}

export function clockOf(control: ControlClient): Clock {
  const update = (body: ControlSchemas['UpdateClock']) => dataOf(control.PATCH('/clock', { body }));
  return {
    now: async () => (await dataOf(control.GET('/clock'))).now,
    set: (instant) => update({ now: textOf(instant) }),
    advance: (duration) => update({ advance: duration }),
    freeze: (instant) =>
      update({ ...(instant !== undefined && { now: textOf(instant) }), frozen: true }),
    unfreeze: () => update({ frozen: false }),
  };
}

function textOf(instant: string | Date): string {
  return typeof instant === 'string' ? instant : instant.toISOString();
}
