import { readData, type ControlClient, type ControlSchemas } from './control-client.ts';

type Rule = ControlSchemas['FaultRule'];
type Fault = ControlSchemas['Fault'];

/** Fault rules of the workspace. The first rule that matches a request applies. */
export type Faults = ReturnType<typeof createFaultsClient>;

export function createFaultsClient(control: ControlClient) {
  return {
    /** Returns the rules in order, each with its number of hits. */
    list: async (): Promise<Fault[]> => (await readData(control.GET('/faults'))).rules,
    /** Replaces all rules. */
    set: async (rules: readonly Rule[]): Promise<Fault[]> =>
      (await readData(control.PUT('/faults', { body: { rules: [...rules] } }))).rules,
    /** Appends a rule. */
    add: (rule: Rule): Promise<Fault> => readData(control.POST('/faults', { body: rule })),
    async clear(): Promise<void> {
      await readData(control.DELETE('/faults'));
    },
  };
}
