import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type State = ControlSchemas['Chaos'];

/** What a legal deployment may do and a careless client breaks on (docs/chaos.md). */
export interface Chaos {
  /** The level, the kinds, and what was chosen for the workspace. */
  get(): Promise<State>;
  /** From now on, with nothing counted. */
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
