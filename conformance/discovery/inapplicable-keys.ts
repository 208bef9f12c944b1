/** Sets keys without effect in this deployment to their default. */
import { dialectKeys } from '../../src/dialect/keys.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { idleRules } from './observable-values.ts';
import { assumeUnknownUsersAreRejected } from './retry-undecided.ts';

const KEYS = [...new Set(idleRules.map(({ key }) => key))];

/** Runs before the checks, and again once the late keys are known. */
const probes = [false, true].map((late) => probe(KEYS, decideIdle, { late }));

async function decideIdle(t: Probing): Promise<void> {
  const { knowledge } = t.ctx;
  for (const { key, given, decidesNothing } of idleRules) {
    if (t.isDetected(key) || !given.every((other) => t.isDetected(other))) continue;
    if (!decidesNothing(t.dialect)) continue;
    const byDefault = dialectKeys.find((known) => known.key === key)?.default;
    const [decisive] = given.flatMap((other) => knowledge.evidence[other] ?? []);
    knowledge.decide(key, byDefault, decisive ?? null);
  }
}

export const inapplicableKeyProbes: ProbeGroup = {
  name: 'remaining keys',
  needs: 'all',
  sends: [],
  probes: [...probes, assumeUnknownUsersAreRejected],
};
