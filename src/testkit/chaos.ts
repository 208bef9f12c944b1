import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type State = ControlSchemas['Chaos'];

/** Legal but unusual behaviour that breaks careless clients (docs/chaos.md). */
export type Chaos = ReturnType<typeof chaosOf>;

export function chaosOf(control: ControlClient) {
  return {
    /** Returns the level, the kinds, and the values drawn for the workspace. */
    get: (): Promise<State> => dataOf(control.GET('/chaos')),
    /** Sets the level, or level and kinds, and restarts the counters. */
    set(chaos: ControlSchemas['ChaosLevel'] | ControlSchemas['SetChaos']): Promise<State> {
      const body = typeof chaos === 'string' ? { level: chaos } : chaos;
      return dataOf(control.PUT('/chaos', { body }));
    },
  };
}
