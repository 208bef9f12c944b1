/** Lists all probes. */
import { accountsProbes } from './accounts.ts';
import { bearerProbes } from './bearers.ts';
import { bearersOfSendsProbes } from './bearers-of-sends.ts';
import { challengeProbes } from './challenge.ts';
import type { ProbeGroup } from './define-probe.ts';
import { limitsProbes } from './limits.ts';
import { masksProbes } from './masks.ts';
import { inapplicableKeyProbes } from './inapplicable-keys.ts';
import { retryUnknownKeys } from './retry-unknown-keys.ts';
import { emailAttemptsProbes, emailProbes, smsProbes } from './one-time-passwords.ts';
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
  walletFieldProbes,
  ...[refusalProbes, requestProbes, challengeProbes].flatMap(separate),
  emailAttemptsProbes,
  bearerProbes,
  takenIdentityProbes,
  masksProbes,
  accountsProbes,
  shownWalletProbes,
];

/** All groups, sorted so that each runs after the groups that it needs. */
export const probeGroups: readonly ProbeGroup[] = [
  ...groups,
  retryUnknownKeys(groups),
  successProbes,
  limitsProbes,
  inapplicableKeyProbes,
];

/** Returns the groups that must run before a group; throws if no group decides a key it needs. */
export function listGroupsBefore(group: ProbeGroup): readonly ProbeGroup[] {
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
