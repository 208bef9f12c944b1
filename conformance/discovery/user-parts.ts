/** Detects the names of the parts of the user object (§2.7). */
import { toUserView } from '../actors/user-view.ts';
import { hasFraudFlag } from '../declared-accounts.ts';
import { nullIfNotTested } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import type { DeclaredAccount } from '../settings.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { findFlagNames } from './flag-finders.ts';
import {
  findKycName,
  findPersonalInformationName,
  findTransactionNames,
  findWalletsName,
  type Finding,
  type ReadUser,
} from './user-field-finders.ts';

const MAX_ACCOUNTS = 16;

export const partKeys = [
  'user.names.kyc',
  'user.names.flags',
  'user.names.code',
  'user.names.category',
  'user.names.personalInformation',
  'user.names.wallets',
  'user.names.transactions',
  'user.names.cryptoStatus',
  'user.flagsShape',
  'flags.categoryNames',
] as const;

export const userPartsProbes: ProbeGroup = {
  name: 'the user object',
  needs: ['user.path'],
  probes: [
    probe(partKeys, async (t) => {
      t.requireKnown('user.envelope');
      const { identities } = t.ctx;
      const byWallet = identities.listAccounts(({ privateKey }) => privateKey !== null);
      for (const account of byWallet.slice(0, MAX_ACCOUNTS)) {
        if (!isReadAfterEmailSignIn(t, account))
          await readAs(t, account, () => t.signInAs(account));
      }
      decideParts(t);
    }),
  ],
};

/** Returns whether to read an account later, after a sign-in by email: a Fraud flag may block its wallet. */
function isReadAfterEmailSignIn(t: Probing, account: DeclaredAccount): boolean {
  return hasFraudFlag(account) && account.emailAddress !== null && t.ctx.ledger.source !== null;
}

/** Reads a declared account, stores the reading, and returns the user; null if the user cannot be read. */
export async function readAs(
  t: Probing,
  account: DeclaredAccount,
  signIn: () => Promise<SignedIn>,
): Promise<SignedIn | null> {
  const { observations } = t.ctx.knowledge;
  return nullIfNotTested(async () => {
    const user = await signIn();
    observations.recordSignIn(user.response, account.phoneNumber);
    const { response } = await t.read(user);
    observations.recordReading(user, response, { account });
    return user;
  });
}

export function readUsers(t: Probing): ReadUser[] {
  return t.ctx.knowledge.observations.readings.flatMap((reading) => {
    const user = toUserView(reading.response, t.dialect).object;
    return user === null ? [] : [{ reading, user }];
  });
}

export function decideParts(t: Probing): void {
  const users = readUsers(t);
  const declared = t.ctx.settings.dialect?.values?.user?.names ?? {};
  const { flags, code, category, shape, categoryNames, likelyNames } = findFlagNames(
    users,
    declared,
  );
  const { transactions, cryptoStatus } = findTransactionNames(users, declared);
  const findings: Readonly<Record<(typeof partKeys)[number], Finding>> = {
    'user.names.kyc': findKycName(users, declared),
    'user.names.flags': flags,
    'user.names.code': code,
    'user.names.category': category,
    'user.names.personalInformation': findPersonalInformationName(users, declared),
    'user.names.wallets': findWalletsName(users, declared),
    'user.names.transactions': transactions,
    'user.names.cryptoStatus': cryptoStatus,
    'user.flagsShape': shape,
    'flags.categoryNames': categoryNames,
  };
  for (const [key, finding] of Object.entries(findings)) decideOrRecord(t, key, finding);
  t.assume('flags.categoryNames', likelyNames);
}

export function decideOrRecord(t: Probing, key: string, finding: Finding): void {
  if (t.isDetected(key)) return;
  if ('value' in finding) t.decide(key, finding.value, finding.response);
  else t.recordInconclusive(key, finding.observation);
}
