import { readData, type ControlClient, type ControlSchemas } from './control-client.ts';

type State = ControlSchemas['Clock'];

/** The clock of a workspace, which determines expiry and settlement. It never goes back. */
export type Clock = ReturnType<typeof createClockClient>;

export function createClockClient(control: ControlClient) {
  const update = (body: ControlSchemas['UpdateClock']): Promise<State> =>
    readData(control.PATCH('/clock', { body }));
  return {
    /** Returns the time: ISO 8601, UTC, with milliseconds. */
    now: async (): Promise<string> => (await readData(control.GET('/clock'))).now,
    /** Sets the clock to an instant: ISO 8601 with an offset, or a Date. */
    set: (instant: string | Date): Promise<State> => update({ now: formatInstant(instant) }),
    /** Advances the clock by an ISO 8601 duration such as `PT5M`. */
    advance: (duration: string): Promise<State> => update({ advance: duration }),
    /** Freezes the clock, at an instant if one is given; `set` and `advance` still move it. */
    freeze: (instant?: string | Date): Promise<State> =>
      update({ ...(instant !== undefined && { now: formatInstant(instant) }), frozen: true }),
    /** Lets the clock run again from its current time. */
    unfreeze: (): Promise<State> => update({ frozen: false }),
  };
}

function formatInstant(instant: string | Date): string {
  return typeof instant === 'string' ? instant : instant.toISOString();
}
