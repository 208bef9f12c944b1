import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type Rule = ControlSchemas['FaultRule'];
type Fault = ControlSchemas['Fault'];

/** Fault rules of the workspace. The first rule that matches a request applies. */
export interface Faults {
  /** The rules in their order, each with how often it has struck. */
  list(): Promise<Fault[]>;
  /** These take the place of those that were there. */
  set(rules: readonly Rule[]): Promise<Fault[]>;
  /** One more, behind those that are there. */
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
