/** Runs each group of probes after the groups that it needs; concurrently if the groups can use different users. */
import { canSeparateUsers } from '../exclusivity.ts';
import type { Scheduler } from '../scheduler.ts';
import type { ProgressListener } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { channels } from '../actors/operations.ts';
import { runProbe, type Probe, type ProbeGroup } from './define-probe.ts';
import { accountsProbes } from './accounts.ts';
import { bearerProbes } from './bearers.ts';
import { bearersOfSendsProbes } from './bearers-of-sends.ts';
import { challengeProbes } from './challenge.ts';
import { limitsProbes } from './limits.ts';
import { masksProbes } from './masks.ts';
import { inapplicableKeyProbes, retryUnknownKeys } from './remaining-keys.ts';
import { emailProbes, recordsAndAttempts, smsProbes } from './one-time-passwords.ts';
import { refusalProbes, requestProbes } from './refusals.ts';
import { sessionProbes } from './session.ts';
import { successProbes } from './success.ts';
import { entryProbes } from './service-entry.ts';
import { userPartsProbes } from './user-parts.ts';
import { userReadProbes } from './user-read.ts';
import { takenIdentityProbes, walletAddingProbes } from './wallet-adding.ts';
import { walletSignInProbes } from './wallet-sign-in.ts';
import { shownWalletProbes, walletFieldProbes } from './wallet-variants.ts';

/** Splits a group into independent groups of one probe. */
function separate(group: ProbeGroup): ProbeGroup[] {
  return group.probes.map((probe) => ({ ...group, probes: [probe] }));
}

const groups: readonly ProbeGroup[] = [
  entryProbes,
  walletSignInProbes,
  bearersOfSendsProbes,
  userReadProbes,
  userPartsProbes,
  walletAddingProbes,
  sessionProbes,
  smsProbes,
  emailProbes,
  ...recordsAndAttempts,
  walletFieldProbes,
  ...[refusalProbes, requestProbes, challengeProbes].flatMap(separate),
  bearerProbes,
  takenIdentityProbes,
  masksProbes,
  accountsProbes,
  shownWalletProbes,
];

/** All groups, sorted so that each runs after the groups that it needs. */
const probeGroups: readonly ProbeGroup[] = [
  ...groups,
  retryUnknownKeys(groups),
  successProbes,
  limitsProbes,
  inapplicableKeyProbes,
];

/** Returns the groups that must run before a group; throws if no group detects a key that the group needs. */
function listGroupsBefore(group: ProbeGroup): readonly ProbeGroup[] {
  const earlier = probeGroups.slice(0, probeGroups.indexOf(group));
  if (group.needs === 'all') return earlier;
  return group.needs.flatMap((key) => {
    const deciding = earlier.filter(({ probes }) =>
      probes.some(({ decides }) => decides.includes(key)),
    );
    if (deciding.length > 0) return deciding;
    throw new Error(`${group.name} needs ${key}, which no group before it decides`);
  });
}

interface DiscoveryPorts {
  readonly ctx: RunContext;
  readonly scheduler: Scheduler;
  readonly onProgress: ProgressListener;
}

/** Runs the early probes (before the checks) or the late probes (after the checks, because they use up limited resources). */
export async function discover(
  when: 'early' | 'late',
  { ctx, scheduler, onProgress }: DiscoveryPorts,
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
    // Groups that send codes to the same declared destinations must not run at the same time.
    const exclusiveChannels = identities.usesDeclaredDestinations ? (group.sends ?? channels) : [];
    await scheduler.run(areUsersSeparate ? exclusiveChannels : 'alone', async () => {
      onProgress({ kind: 'discovering', group: group.name, index: started, total: groups.length });
      started += 1;
      for (const probe of probes) await runProbe(probe, ctx);
    });
  }

  for (const group of groups) runs.set(group, run(group));
  // Waits for all groups, then throws the first error.
  await Promise.allSettled(runs.values());
  await Promise.all(runs.values());
}

function isDue({ isLate }: Probe, when: 'early' | 'late'): boolean {
  return isLate === (when === 'late');
}
