/** Detects behaviour that only accounts in certain states show (§2.7, §7). */
import { defaultDialect } from '../../src/dialect/keys.ts';
import { toFields } from '../responses/fields.ts';
import { listDeclaredFlags, hasTransactions, hasF0000 } from '../declared-accounts.ts';
import { BudgetSpent } from '../target/request-errors.ts';
import { NotTested } from '../check-errors.ts';
import type { DeclaredAccount } from '../settings.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { findDeclaredFlags } from './flag-finders.ts';
import { fraudProbe, signInWithoutWrite } from './fraud-writes.ts';
import { hasIdentity, type Finding, type ReadUser } from './user-field-finders.ts';
import { pickUnusedDestination } from './otp-steps.ts';
import { decideParts, partKeys, readAs, readUsers, decideOrRecord } from './user-parts.ts';

const MAX_SENDS = 5;

export const accountsProbes: ProbeGroup = {
  name: 'accounts',
  // The group signs in with codes, so it runs after the groups that lock codes and add wallets.
  needs: ['wallet.addOwned', 'otp.sms.maxAttempts', 'otp.email.maxAttempts'],
  probes: [
    probe(partKeys, async (t) => {
      t.requireKnown('user.envelope');
      await readAccountsByOtp(t);
      decideParts(t);
    }),
    probe(['flags.catalogue'], async (t) => {
      decideOrRecord(t, 'flags.catalogue', detectCatalogue(readUsers(t)));
    }),
    probe(['flags.withhold'], async (t) => {
      t.requireKnown('user.names.personalInformation');
      decideOrRecord(
        t,
        'flags.withhold',
        detectWithholding(readUsers(t), t.dialect.user.names.personalInformation),
      );
    }),
    probe(['kyc.beforeSubmission'], async (t) => {
      t.requireKnown('user.envelope');
      t.requireNewUsers();
      decideOrRecord(t, 'kyc.beforeSubmission', detectBeforeSubmission(t, readUsers(t)));
    }),
    fraudProbe,
  ],
};

/** Reads accounts with features that no earlier account has. Accounts with a wallet were read before. */
async function readAccountsByOtp(t: Probing): Promise<void> {
  const { identities, knowledge } = t.ctx;
  const unread = new Set(identities.listAccounts());
  for (let count = 0; count < MAX_SENDS; count += 1) {
    const readAccounts = knowledge.observations.readings.flatMap(({ account }) => account ?? []);
    for (const account of readAccounts) unread.delete(account);
    const knownFeatures = new Set(readAccounts.flatMap(listFeatures));
    const countNewFeatures = (account: DeclaredAccount) =>
      listFeatures(account).filter((feature) => !knownFeatures.has(feature)).length;
    const [account] = [...unread].toSorted((a, b) => countNewFeatures(b) - countNewFeatures(a));
    if (account === undefined || countNewFeatures(account) === 0) break;
    unread.delete(account);
    await readAs(t, account, () => signInWithoutWrite(t, account));
  }
  await readNewUser(t);
}

/** Returns the features of an account: a flag of a category, F0000, transactions, a KYC status. */
function listFeatures(account: DeclaredAccount): string[] {
  return [
    ...listDeclaredFlags(account).map(({ category, code }) => category ?? code),
    ...(hasF0000(account) ? ['F0000'] : []),
    ...(hasTransactions(account) ? ['transactions'] : []),
    ...(account.kycStatus === null ? [] : ['kyc']),
  ];
}

/** Reads a new user with a known address, if no account showed its personal information. */
async function readNewUser(t: Probing): Promise<void> {
  if (t.isDetected('user.names.personalInformation') || !t.createsUsers) return;
  if (!t.isDetected('otp.email.codeField') || t.ctx.ledger.source === null) return;
  try {
    const emailAddress = pickUnusedDestination(t, 'email');
    const user = await t.signInByOtp('email', emailAddress);
    const { response } = await t.read(user);
    t.ctx.knowledge.observations.recordReading(user, response, { emailAddress, isNew: true });
  } catch (error) {
    if (!(error instanceof NotTested) && !(error instanceof BudgetSpent)) throw error;
  }
}

/** Returns the default catalogue with the observed codes. Codes that no account has cannot be observed. */
function detectCatalogue(users: readonly ReadUser[]): Finding {
  const defaultCatalogue = defaultDialect.flags.catalogue;
  const observedFlags = findDeclaredFlags(users);
  const [first] = observedFlags;
  if (first === undefined) return { observation: 'No account with a flag could be read.' };
  const flags = [
    ...new Map(observedFlags.map(({ declared }) => [declared.code, declared])).values(),
  ];
  const notInDefault = flags.filter(
    ({ code, category }) =>
      code !== 'F0000' &&
      defaultCatalogue.find((flag) => flag.code === code)?.category !== category,
  );
  const codes = flags.map(({ code }) => code).join(', ');
  if (notInDefault.length === 0)
    return { observation: `Observed codes: ${codes}; other codes may exist.` };
  const replacedCodes = new Set(notInDefault.map(({ code }) => code));
  const value = [
    ...defaultCatalogue.filter(({ code }) => !replacedCodes.has(code)),
    ...notInDefault.map(({ code, category }) => ({
      code,
      category,
      title: code,
      message: `The declared account has the flag ${code}.`,
      example: true,
    })),
  ];
  return { value, response: first.reading.response };
}

export function detectWithholding(users: readonly ReadUser[], name: string): Finding {
  if (name === 'none') return { observation: 'The user object has no personal information.' };
  const flagged = users.filter(({ reading }) => hasF0000(reading.account));
  for (const { user, reading } of flagged) {
    const { response } = reading;
    const part = toFields(user[name]);
    if (part === null) return { value: ['F0000'], response };
    if (hasIdentity(part, reading)) return { value: [], response };
    // Empty fields show withholding only if the user is known to have an address.
    const hasAddress = (reading.phoneNumber ?? reading.emailAddress) !== null;
    const isEmpty = Object.values(part).every((value) => value === null || value === '');
    if (hasAddress && isEmpty) return { value: ['F0000'], response };
  }
  return flagged.length > 0
    ? {
        observation:
          'An account with F0000 shows personal information, but neither phone number nor email address.',
      }
    : { observation: 'No account with the flag F0000 could be read.' };
}

function detectBeforeSubmission(t: Probing, users: readonly ReadUser[]): Finding {
  const newUser = users.find(({ reading }) => reading.isNew);
  if (newUser === undefined) return { observation: 'No new user could be read.' };
  const { user, reading } = newUser;
  const { response } = reading;
  const getStatus = (part: unknown) => toFields(part)?.['status'];
  // If the name is unknown, every part that is null or has a status may be the KYC sub-object.
  const kycCandidates = t.isDetected('user.names.kyc')
    ? [user[t.dialect.user.names.kyc]].filter((part) => part !== undefined)
    : Object.values(user).filter((part) => part === null || getStatus(part) !== undefined);
  if (kycCandidates.map(getStatus).includes('IN_REVIEW')) return { value: 'IN_REVIEW', response };
  return kycCandidates.length > 0
    ? { observation: 'The KYC sub-object of a new user is neither missing nor IN_REVIEW.' }
    : { value: 'omit', response };
}
