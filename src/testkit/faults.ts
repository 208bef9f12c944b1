import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type Rule = ControlSchemas['FaultRule'];
type Fault = ControlSchemas['Fault'];

/** Fault rules of the workspace. The first rule that matches a request applies. */
export interface Faults {
  /** Returns the rules in order, each with its number of hits. */
  list(): Promise<Fault[]>;
  /** Replaces all rules. */
  set(rules: readonly Rule[]): Promise<Fault[]>;
  /** Appends a rule. */
  add(rule: Rule): Promise<Fault>;
  clear(): Promise<void>;
}

export function faultsOf(control: ControlClient): Faults {
  return {
    list: async () => (await dataOf(control.GET('/faults'))).rules,
    set: async (rules) =>
      (await dataOf(control.PUT('/faults', { body: { rules: [...rules] } }))).rules,
    add: (rule) => dataOf(control.POST('/faults', { body: rule })),
    clear: async () => {
      await dataOf(control.DELETE('/faults'));
    },
  };
}
