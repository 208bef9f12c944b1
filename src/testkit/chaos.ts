import { readData, type ControlClient, type ControlSchemas } from './control-client.ts';

type State = ControlSchemas['Chaos'];

/** Legal but unusual behaviour that breaks careless clients (docs/chaos.md). */
export type Chaos = ReturnType<typeof createChaosClient>;

export function createChaosClient(control: ControlClient) {
  return {
    /** Returns the level, the kinds, and the values drawn for the workspace. */
    get: (): Promise<State> => readData(control.GET('/chaos')),
    /** Sets the level, or level and kinds, and restarts the counters. */
    set(chaos: ControlSchemas['ChaosLevel'] | ControlSchemas['SetChaos']): Promise<State> {
      const body = typeof chaos === 'string' ? { level: chaos } : chaos;
      return readData(control.PUT('/chaos', { body }));
    },
  };
}
