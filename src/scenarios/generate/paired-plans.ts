/** Plans few accounts that together cover every possible pair of states (pairwise testing). */
import { cryptoStatuses, kycStatuses } from '../../contract/closed-lists.gen.ts';
import type { KycStatus } from '../../contract/types.ts';
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import type { Finding } from '../../documents/finding.ts';
import { findFirstCode, findFlagCategory } from '../../domain/flags.ts';
import { findProblems, needsExplanation } from '../../domain/legality.ts';
import { getStateFields, type TransactionState } from '../../domain/state-tables.ts';
import { listWalletVariants, type AccountPlan, type WalletVariant } from './account-plan.ts';
import { coverPairs } from './cover-pairs.ts';

/** Returns plans for few accounts, and a warning for each pair that the interface excludes. */
export function createPairedPlans(dialect: Dialect): {
  readonly plans: readonly AccountPlan[];
  readonly omissions: readonly Finding[];
} {
  const { rows, impossible } = coverPairs(
    listChoices(dialect),
    (row) => findExclusionReason(mergeChoices(row), dialect) === undefined,
  );
  return {
    plans: rows.map((row) => createPlan(mergeChoices(row), dialect)),
    omissions: impossible.map((pair) => createOmission(pair, dialect)),
  };
}

/** Returns why the interface excludes a case; undefined for a possible case. */
function findExclusionReason(
  account: AccountCase,
  dialect: Dialect,
): Pick<Finding, 'clause' | 'message'> | undefined {
  if (account.signIn === 'wallet' && account.wallet === null) {
    return { clause: '5.3', message: 'A user who signs in by wallet has a verified wallet.' };
  }
  const { kyc, flags, transactions } = createPlan(account, dialect);
  const state = {
    kyc,
    flags,
    transactions: transactions.map((state) => {
      return { ...getStateFields(state), transactionHash: null, settles: null };
    }),
  };
  return findProblems(state, dialect).find(({ severity }) => severity === 'error');
}

function createOmission(pair: readonly [Choice, Choice], dialect: Dialect): Finding {
  const [first, second] = pair;
  // The other values are those of an account without problems.
  const reason = findExclusionReason(mergeChoices(pair), dialect);
  return {
    rule: 'omitted-pair',
    clause: reason?.clause ?? null,
    severity: 'warning',
    message: `Impossible pair: ${first.label}, ${second.label}. ${reason?.message ?? 'No account can have both, whatever its other states are.'}`,
    hint: null,
    pointer: '',
  };
}

interface AccountCase {
  /** A code that the account has; null for an account without flags. */
  readonly flag: string | null;
  readonly kyc: KycStatus | null;
  /** The state of the latest transaction; null for no transactions. */
  readonly crypto: TransactionState | null;
  readonly signIn: 'wallet' | OtpChannel;
  readonly wallet: WalletVariant | null;
  readonly link: 'linked' | 'not linked';
}

interface Choice {
  readonly state: Partial<AccountCase>;
  /** A readable name: `flag K1001`. */
  readonly label: string;
}

/** An account without problems. */
const PLAIN: AccountCase = {
  flag: null,
  kyc: 'APPROVED',
  crypto: null,
  signIn: 'sms',
  wallet: null,
  link: 'linked',
};

function listChoices(dialect: Dialect): readonly (readonly Choice[])[] {
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  return [
    [null, ...codes].map((flag) => ({
      state: { flag },
      label: flag === null ? 'no flags' : `flag ${flag}`,
    })),
    [null, ...kycStatuses].map((kyc) => ({
      state: { kyc },
      label: kyc === null ? 'no KYC status' : `KYC status ${kyc}`,
    })),
    [null, ...cryptoStatuses, 'returned' as const].map((crypto) => ({
      state: { crypto },
      label: crypto === null ? 'no transactions' : `crypto status ${crypto}`,
    })),
    (['wallet', 'sms', 'email'] as const).map((signIn) => ({
      state: { signIn },
      label: `sign-in by ${signIn}`,
    })),
    [null, ...listWalletVariants(dialect)].map((wallet) => ({
      state: { wallet },
      label: wallet === null ? 'no wallet' : `wallet ${Object.values(wallet).join()}`,
    })),
    (['linked', 'not linked'] as const).map((link) => ({ state: { link }, label: link })),
  ];
}

/** Merges choices into an account case; other properties come from PLAIN. */
function mergeChoices(choices: readonly Choice[]): AccountCase {
  return choices.reduce<AccountCase>((account, { state }) => ({ ...account, ...state }), PLAIN);
}

function createPlan(account: AccountCase, dialect: Dialect): AccountPlan {
  const { kyc, signIn, wallet, link } = account;
  // §3: a wallet without a sign-in is unverified.
  const status = signIn === 'wallet' ? 'verified' : 'unverified';
  return {
    channels: signIn === 'wallet' ? [] : [signIn],
    wallets: wallet === null ? [] : [{ variant: wallet, status }],
    kyc,
    flags: listFlags(account, dialect),
    transactions: listTransactions(account, dialect),
    links: link === 'linked' ? 'first client' : 'other clients',
  };
}

/**
 * Returns the flag of a case and the flags that its other values require; an empty list for a case without
 * flags.
 */
function listFlags({ flag, kyc, crypto }: AccountCase, dialect: Dialect): readonly string[] {
  if (flag === null) return [];
  const category = findFlagCategory(flag, dialect);
  const codes: (string | undefined)[] = [flag];
  // §3.2
  const explainsKyc = category === 'KYC Review' || category === 'Fraud';
  if (needsExplanation(kyc) && !explainsKyc) {
    codes.push(findFirstCode('KYC Review', dialect) ?? findFirstCode('Fraud', dialect));
  }
  // §3.3, §7.5
  if (isFailedOrReturned(crypto) && category !== 'Transaction Processing') {
    codes.push(findFirstCode('Transaction Processing', dialect));
  }
  return codes.filter((code) => code !== undefined);
}

/** §3.3: a flag for a failure requires a failed transaction, possibly an earlier one. */
function listTransactions({ flag, crypto }: AccountCase, dialect: Dialect): TransactionState[] {
  if (crypto === null) return [];
  const showsFailure =
    flag !== null && findFlagCategory(flag, dialect) === 'Transaction Processing';
  return showsFailure && !isFailedOrReturned(crypto) ? ['FAILED', crypto] : [crypto];
}

function isFailedOrReturned(crypto: TransactionState | null): boolean {
  return crypto === 'FAILED' || crypto === 'returned';
}
