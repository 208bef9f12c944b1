/** Six things about an account that are varied, so that every two values of them meet. */
import { cryptoStatuses, kycStatuses } from '../../contract/closed-lists.gen.ts';
import type { FlagCategory, KycStatus } from '../../contract/words.ts';
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import { firstCodeOf, flagCategory } from '../../domain/flags.ts';
import { needsExplanation } from '../../domain/legality.ts';
import type { TransactionState } from '../../domain/state-tables.ts';
import type { AccountPlan, WalletVariant } from './account-plan.ts';
import { walletVariantsOf } from './dialect-choices.ts';

export interface AccountCase {
  /** A code that the account has; null for an account without flags. */
  readonly flag: string | null;
  readonly kyc: KycStatus | null;
  /** The state of the latest transaction; null for no transactions. */
  readonly crypto: TransactionState | null;
  readonly signIn: 'wallet' | OtpChannel;
  readonly wallet: WalletVariant | null;
  readonly link: 'linked' | 'not linked';
}

/** A value of one of the six. */
export interface Choice {
  readonly state: Partial<AccountCase>;
  /** A readable name: `flag K1001`. */
  readonly words: string;
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

/** The values of the six under a dialect. */
export function choicesOf(dialect: Dialect): readonly (readonly Choice[])[] {
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  return [
    [null, ...codes].map((flag) => ({
      state: { flag },
      words: flag === null ? 'no flags' : `flag ${flag}`,
    })),
    [null, ...kycStatuses].map((kyc) => ({
      state: { kyc },
      words: kyc === null ? 'no KYC status' : `KYC status ${kyc}`,
    })),
    [null, ...cryptoStatuses, 'returned' as const].map((crypto) => ({
      state: { crypto },
      words: crypto === null ? 'no transactions' : `crypto status ${crypto}`,
    })),
    (['wallet', 'sms', 'email'] as const).map((signIn) => ({
      state: { signIn },
      words: `sign-in by ${signIn}`,
    })),
    [null, ...walletVariantsOf(dialect)].map((wallet) => ({
      state: { wallet },
      words: wallet === null ? 'no wallet' : `wallet ${Object.values(wallet).join()}`,
    })),
    (['linked', 'not linked'] as const).map((link) => ({ state: { link }, words: link })),
  ];
}

/** Returns the case of some choices; the others are as in a plain account. */
export function caseOf(choices: readonly Choice[]): AccountCase {
  return choices.reduce<AccountCase>((whole, { state }) => ({ ...whole, ...state }), PLAIN);
}

/** Returns the account of a case, with everything that its values require. */
export function planOf(account: AccountCase, dialect: Dialect): AccountPlan {
  const { kyc, signIn, wallet, link } = account;
  // §3: a wallet without a sign-in is unverified.
  const status = signIn === 'wallet' ? 'verified' : 'unverified';
  return {
    channels: signIn === 'wallet' ? [] : [signIn],
    wallets: wallet === null ? [] : [{ variant: wallet, status }],
    kyc,
    flags: flagsOf(account, dialect),
    transactions: transactionsOf(account, dialect),
    links: link === 'linked' ? 'first client' : 'other clients',
  };
}

/** The flag together with those that the other values require; none if there is no flag. */
function flagsOf({ flag, kyc, crypto }: AccountCase, dialect: Dialect): readonly string[] {
  if (flag === null) return [];
  const category = flagCategory(flag, dialect);
  // §3.2
  const isUnexplained = needsExplanation(kyc) && category !== 'KYC Review' && category !== 'Fraud';
  // §3.3, §7.5
  const needsFlag = isBroken(crypto) && category !== 'Transaction Processing';
  return [
    flag,
    ...(isUnexplained ? firstOf('KYC Review', dialect) : []),
    ...(needsFlag ? firstOf('Transaction Processing', dialect) : []),
  ];
}

/** §3.3: a flag for a failure requires a failed transaction, possibly an earlier one. */
function transactionsOf({ flag, crypto }: AccountCase, dialect: Dialect): TransactionState[] {
  if (crypto === null) return [];
  const showsFailure = flag !== null && flagCategory(flag, dialect) === 'Transaction Processing';
  return showsFailure && !isBroken(crypto) ? ['FAILED', crypto] : [crypto];
}

function isBroken(crypto: TransactionState | null): boolean {
  return crypto === 'FAILED' || crypto === 'returned';
}

function firstOf(category: FlagCategory, dialect: Dialect): readonly string[] {
  const code = firstCodeOf(category, dialect);
  return code === undefined ? [] : [code];
}
