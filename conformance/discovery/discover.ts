/** Runs the probes stage by stage; the lanes of a stage run in parallel if they use different users. */
import { keepsUsersApart } from '../exclusivity.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Watch } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { runProbe } from './define-probe.ts';
import { stages, type Lane } from './index.ts';

export interface DiscoveryPorts {
  readonly ctx: RunContext;
  /** Limits how many lanes run at a time, as it does for checks. */
  readonly scheduler: Scheduler;
  readonly watch: Watch;
}

/**
 * Runs the probes that come before the checks, or those that use something up and come after them.
 *
 * @throws Interrupted
 */
export async function discover(
  when: 'early' | 'late',
  { ctx, scheduler, watch }: DiscoveryPorts,
): Promise<void> {
  const { knowledge, identities } = ctx;
  const groups = stages.flat().flatMap((lane) => lane.groups);

  async function run(lane: Lane): Promise<void> {
    for (const group of lane.groups) {
      const probes = group.probes.filter(({ late }) => late === (when === 'late'));
      if (probes.length === 0) continue;
      const index = groups.indexOf(group);
      watch({ kind: 'discovering', group: group.name, index, of: groups.length });
      for (const probe of probes) await runProbe(probe, ctx);
    }
  }

  for (const lanes of stages) {
    const areApart = knowledge.knows('identity.unknown') && keepsUsersApart(knowledge.dialect);
    if (areApart) {
      await allOf(
        lanes.map((lane) =>
          scheduler.run(identities.areScarce ? lane.channels : [], () => run(lane)),
        ),
      );
    } else {
      for (const lane of lanes) await run(lane);
    }
  }
}

/** Resolves once all have ended; rejects with the first failure among them. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
