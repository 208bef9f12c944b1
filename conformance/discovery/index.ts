/** Every probe, in the order in which they have to come: each group stands on those before it. */
import type { Probe } from './define-probe.ts';

export interface ProbeGroup {
  /** What is found out, for those who watch. */
  readonly name: string;
  readonly probes: readonly Probe[];
}

export const probeGroups: readonly ProbeGroup[] = [];
