/** Orders all probes: each stage depends on the stages before it. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { accountsProbes } from './accounts.ts';
import { bearerOfRead, bearerProbes } from './bearers.ts';
import { bearersOfSendsProbes, tokenKinds } from './bearers-of-sends.ts';
import { challengeProbes } from './challenge.ts';
import type { ProbeGroup } from './define-probe.ts';
import { limitsProbes } from './limits.ts';
import { masksProbes } from './masks.ts';
import { inapplicableKeyProbes } from './inapplicable-keys.ts';
import { assumeUnknownUsersAreRejected, retryUnknownKeys } from './retry-undecided.ts';
import { emailAttemptsProbes, emailProbes, smsProbes } from './one-time-passwords.ts';
import { refusalProbes, requestProbes } from './refusals.ts';
import { sessionProbes } from './session.ts';
import { successProbes } from './success.ts';
import { entryProbes } from './service-entry.ts';
import { userPartsProbes } from './user-parts.ts';
import { userReadProbes } from './user-read.ts';
import { takenNumberProbes, walletAddingProbes } from './wallet-adding.ts';
import { walletSignInProbes } from './wallet-sign-in.ts';
import { shownNameProbes, walletNameProbes } from './wallet-variants.ts';

/** Once it is found where a user is read, it is looked which bearer that needs, and then at the rest. */
const userRead: ProbeGroup = {
  ...userReadProbes,
  probes: userReadProbes.probes.flatMap((item) =>
    item.keys.includes('user.path') ? [item, bearerOfRead, tokenKinds] : [item],
  ),
};

/** Groups that run in sequence. */
export interface Lane {
  /** The channels by which they may send codes. */
  readonly channels: readonly OtpChannel[];
  readonly groups: readonly ProbeGroup[];
}

/** Lanes that are independent of each other, and may run in parallel. */
export type Stage = readonly Lane[];

function lane(channels: readonly OtpChannel[], ...groups: readonly ProbeGroup[]): Lane {
  return { channels, groups };
}

/** Returns a lane for each probe of a group whose probes are independent of each other. */
function lanesOf({ name, probes }: ProbeGroup): Lane[] {
  return probes.map((each) => lane([], { name, probes: [each] }));
}

const BOTH: readonly OtpChannel[] = ['sms', 'email'];

/** The order of the probes: each stage depends on the results of the stages before it. */
const mainStages: readonly Stage[] = [
  [lane(BOTH, entryProbes, walletSignInProbes)],
  [
    lane(BOTH, bearersOfSendsProbes, userRead, userPartsProbes, walletAddingProbes),
    lane([], sessionProbes),
  ],
  [
    lane(['sms'], smsProbes),
    lane(['email'], emailProbes),
    lane([], walletNameProbes),
    ...[refusalProbes, requestProbes, challengeProbes].flatMap(lanesOf),
  ],
  [lane(['email'], emailAttemptsProbes), lane(BOTH, bearerProbes, takenNumberProbes)],
  // Masks of every number and address used so far, and accounts that sign in by codes.
  [lane(BOTH, masksProbes), lane(BOTH, accountsProbes), lane([], shownNameProbes)],
];

export const stages: readonly Stage[] = [
  ...mainStages,
  [lane(BOTH, retryUnknownKeys(mainStages.flat().flatMap(({ groups }) => groups)))],
  [lane(BOTH, successProbes, limitsProbes)],
  [
    lane(BOTH, {
      ...inapplicableKeyProbes,
      probes: [...inapplicableKeyProbes.probes, assumeUnknownUsersAreRejected],
    }),
  ],
];
