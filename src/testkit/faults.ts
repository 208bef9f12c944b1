import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type Rule = ControlSchemas['FaultRule'];
type Fault = ControlSchemas['Fault'];

/** Fault rules of the workspace. The first rule that matches a request applies. */
export type Faults = ReturnType<typeof faultsOf>;

export function faultsOf(control: ControlClient) {
  return {
    /** Returns the rules in order, each with its number of hits. */
    list: async (): Promise<Fault[]> => (await dataOf(control.GET('/faults'))).rules,
    /** Replaces all rules. */
    set: async (rules: readonly Rule[]): Promise<Fault[]> =>
      (await dataOf(control.PUT('/faults', { body: { rules: [...rules] } }))).rules,
    /** Appends a rule. */
    add: (rule: Rule): Promise<Fault> => dataOf(control.POST('/faults', { body: rule })),
    async clear(): Promise<void> {
      await dataOf(control.DELETE('/faults'));
    },
  };
}
