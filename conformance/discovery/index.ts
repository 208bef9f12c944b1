/** Every probe, in the order in which they have to come: each stage stands on those before it. */
import { accountsProbes } from './accounts.ts';
import { bearerOfRead, bearerProbes } from './bearers.ts';
import { bearersOfSendsProbes, eachKind } from './bearers-of-sends.ts';
import { challengeProbes } from './challenge.ts';
import type { ProbeGroup } from './define-probe.ts';
import { limitsProbes } from './limits.ts';
import { masksProbes } from './masks.ts';
import { nothingToDecideProbes } from './nothing-to-decide.ts';
import { lastResort, onceMore } from './once-more.ts';
import { emailAttemptsProbes, emailProbes, smsProbes } from './one-time-passwords.ts';
import { refusalProbes, requestProbes } from './refusals.ts';
import { sessionProbes } from './session.ts';
import { successProbes } from './success.ts';
import { talkingProbes } from './talking.ts';
import { userPartsProbes } from './user-parts.ts';
import { userReadProbes } from './user-read.ts';
import { takenNumberProbes, walletAddingProbes } from './wallet-adding.ts';
import { walletSignInProbes } from './wallet-sign-in.ts';
import { shownNameProbes, walletNameProbes } from './wallet-variants.ts';

/** Once it is found where a user is read, it is looked which bearer that needs, and then at the rest. */
const userRead: ProbeGroup = {
  ...userReadProbes,
  probes: userReadProbes.probes.flatMap((item) =>
    item.keys.includes('user.path') ? [item, bearerOfRead, eachKind] : [item],
  ),
};

/** Groups that come one after the other. */
export type Lane = readonly ProbeGroup[];

/** Lanes that know nothing of one another, and may run side by side. */
export type Stage = readonly Lane[];

/** Probes that need nothing of one another: each has a lane of its own. */
function apart({ name, probes }: ProbeGroup): Lane[] {
  return probes.map((each) => [{ name, probes: [each] }]);
}

/** Who is who, in which words. */
const atFirst: readonly Stage[] = [
  [[talkingProbes, walletSignInProbes]],
  [[bearersOfSendsProbes, userRead, userPartsProbes, walletAddingProbes], [sessionProbes]],
  [
    [smsProbes],
    [emailProbes],
    [walletNameProbes],
    ...[refusalProbes, requestProbes, challengeProbes].flatMap(apart),
  ],
  [[emailAttemptsProbes], [bearerProbes, takenNumberProbes]],
  // Masks of every number and address that was sent to, and accounts by what is known of codes.
  [[masksProbes], [accountsProbes], [shownNameProbes]],
];

export const stages: readonly Stage[] = [
  ...atFirst,
  [[onceMore(atFirst.flat(2))]],
  [[successProbes, limitsProbes]],
  [[{ ...nothingToDecideProbes, probes: [...nothingToDecideProbes.probes, lastResort] }]],
];
