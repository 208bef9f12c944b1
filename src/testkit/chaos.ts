import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type State = ControlSchemas['Chaos'];

/** Legal but unusual behaviour that breaks careless clients (docs/chaos.md). */
export interface Chaos {
  /** Returns the level, the kinds, and the values drawn for the workspace. */
  get(): Promise<State>;
  /** Sets the level, or level and kinds, and restarts the counters. */
  set(chaos: ControlSchemas['ChaosLevel'] | ControlSchemas['SetChaos']): Promise<State>;
}

export function chaosOf(control: ControlClient): Chaos {
  return {
    get: () => dataOf(control.GET('/chaos')),
    set: (chaos) => {
      const body = typeof chaos === 'string' ? { level: chaos } : chaos;
      return dataOf(control.PUT('/chaos', { body }));
    },
  };
}
