/** Every probe, in the order in which they have to come: each group stands on those before it. */
import { accountsProbes } from './accounts.ts';
import { bearerOfRead, bearerProbes } from './bearers.ts';
import { bearersOfSendsProbes, eachKind } from './bearers-of-sends.ts';
import { challengeProbes } from './challenge.ts';
import type { ProbeGroup } from './define-probe.ts';
import { limitsProbes } from './limits.ts';
import { masksProbes } from './masks.ts';
import { nothingToDecideProbes } from './nothing-to-decide.ts';
import { lastResort, onceMore } from './once-more.ts';
import { oneTimePasswordsProbes } from './one-time-passwords.ts';
import { refusalProbes, requestProbes } from './refusals.ts';
import { sessionProbes } from './session.ts';
import { successProbes } from './success.ts';
import { talkingProbes } from './talking.ts';
import { userPartsProbes } from './user-parts.ts';
import { userReadProbes } from './user-read.ts';
import { takenNumberProbes, walletAddingProbes } from './wallet-adding.ts';
import { walletSignInProbes } from './wallet-sign-in.ts';
import { walletVariantProbes } from './wallet-variants.ts';

/** Once it is found where a user is read, it is looked which bearer that needs, and then at the rest. */
const userRead: ProbeGroup = {
  ...userReadProbes,
  probes: userReadProbes.probes.flatMap((item) =>
    item.keys.includes('user.path') ? [item, bearerOfRead, eachKind] : [item],
  ),
};

/** Who is who, in which words. */
const atFirst: readonly ProbeGroup[] = [
  talkingProbes,
  walletSignInProbes,
  bearersOfSendsProbes,
  sessionProbes,
  userRead,
  userPartsProbes,
  walletAddingProbes,
  refusalProbes,
  requestProbes,
  oneTimePasswordsProbes,
  bearerProbes,
  takenNumberProbes,
  masksProbes,
  accountsProbes,
  challengeProbes,
  walletVariantProbes,
];

export const probeGroups: readonly ProbeGroup[] = [
  ...atFirst,
  onceMore(atFirst),
  successProbes,
  limitsProbes,
  { ...nothingToDecideProbes, probes: [...nothingToDecideProbes.probes, lastResort] },
];
