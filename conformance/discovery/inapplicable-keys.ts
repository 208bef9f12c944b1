/** Sets keys without effect in this deployment to their default. */
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { inapplicabilityRules } from './observable-values.ts';
import { assumeUnknownUsersAreRejected } from './retry-unknown-keys.ts';

const KEYS = [...new Set(inapplicabilityRules.map(({ key }) => key))];

/** One probe before the checks, and one after them, when more keys are known. */
const probes = [false, true].map((isLate) => probe(KEYS, decideInapplicableKeys, { isLate }));

async function decideInapplicableKeys(t: Probing): Promise<void> {
  for (const { key, requiredKeys, makesInapplicable } of inapplicabilityRules) {
    if (t.isDetected(key) || !requiredKeys.every((other) => t.isDetected(other))) continue;
    if (makesInapplicable(t.dialect)) t.ctx.knowledge.decideInapplicable(key);
  }
}

export const inapplicableKeyProbes: ProbeGroup = {
  name: 'remaining keys',
  needs: 'all',
  sends: [],
  probes: [...probes, assumeUnknownUsersAreRejected],
};
