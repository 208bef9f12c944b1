/** Runs each group of probes after those that it needs, concurrently if their users differ. */
import { canSeparateUsers } from '../exclusivity.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Watch } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { runProbe, type Probe, type ProbeGroup } from './define-probe.ts';
import { listGroupsBefore, probeGroups } from './index.ts';

export interface DiscoveryPorts {
  readonly ctx: RunContext;
  readonly scheduler: Scheduler;
  readonly watch: Watch;
}

/** Runs the probes before the checks, or the late ones after them, which use up limited resources. */
export async function discover(
  when: 'early' | 'late',
  { ctx, scheduler, watch }: DiscoveryPorts,
): Promise<void> {
  const { knowledge, identities } = ctx;
  const groups = probeGroups.filter(({ probes }) => probes.some((probe) => isDue(probe, when)));
  let started = 0;
  const runs = new Map<ProbeGroup, Promise<void>>();

  async function run(group: ProbeGroup): Promise<void> {
    await Promise.all(listGroupsBefore(group).flatMap((before) => runs.get(before) ?? []));
    const probes = group.probes.filter((probe) => isDue(probe, when));
    const areUsersSeparate =
      knowledge.isDetected('identity.unknown') && canSeparateUsers(knowledge.dialect);
    const limitedChannels = identities.areLimited ? group.sends : [];
    await scheduler.run(areUsersSeparate ? limitedChannels : 'alone', async () => {
      watch({ kind: 'discovering', group: group.name, index: started, total: groups.length });
      started += 1;
      for (const probe of probes) await runProbe(probe, ctx);
    });
  }

  for (const group of groups) runs.set(group, run(group));
  await Promise.allSettled(runs.values());
  await Promise.all(runs.values());
}

function isDue({ isLate }: Probe, when: 'early' | 'late'): boolean {
  return isLate === (when === 'late');
}
