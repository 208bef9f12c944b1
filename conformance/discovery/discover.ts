/** Runs the probes: stage by stage, the lanes of a stage side by side where nobody is in their way. */
import { keepsUsersApart } from '../exclusivity.ts';
import type { Gate } from '../scheduler.ts';
import type { Watch } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { runProbe } from './define-probe.ts';
import { stages, type Lane } from './index.ts';

export interface DiscoveryPorts {
  readonly around: RunContext;
  /** Lets in as many lanes at a time as checks. */
  readonly gate: Gate;
  readonly watch: Watch;
}

/**
 * @param when `late`: what has to wait for the checks, since it uses something up
 * @throws Interrupted
 */
export async function discover(
  when: 'early' | 'late',
  { around, gate, watch }: DiscoveryPorts,
): Promise<void> {
  const { knowledge, identities } = around;
  const groups = stages.flat(2);

  async function run(lane: Lane): Promise<void> {
    for (const group of lane) {
      const probes = group.probes.filter(({ late }) => late === (when === 'late'));
      if (probes.length === 0) continue;
      const index = groups.indexOf(group);
      watch({ kind: 'discovering', group: group.name, index, of: groups.length });
      for (const probe of probes) await runProbe(probe, around);
    }
  }

  for (const lanes of stages) {
    const areApart = knowledge.knows('identity.unknown') && keepsUsersApart(knowledge.dialect);
    if (areApart && !identities.areScarce) {
      await allOf(lanes.map((lane) => gate.pass('together', () => run(lane))));
    } else {
      for (const lane of lanes) await run(lane);
    }
  }
}

/** When the first of them fails, the others have ended, too. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
