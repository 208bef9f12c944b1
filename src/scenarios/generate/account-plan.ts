/** An account before it has a person, identities and times. */
import type { KycStatus, WalletNetwork, WalletStatus } from '../../contract/words.ts';
import type { OtpChannel } from '../../dialect/dialect.ts';
import type { Accountable } from '../../domain/legality.ts';
import { fieldsOfState } from '../../domain/state-tables.ts';
import type { TransactionState } from '../../domain/state-tables.ts';

/** The field that a wallet is named by: its network or its type (§2.2). */
export type WalletVariant = { readonly network: WalletNetwork } | { readonly type: string };

export interface PlannedWallet {
  readonly variant: WalletVariant;
  readonly status: WalletStatus;
}

/** Which of the clients the account is linked to (§5.6). */
export type Links = 'first client' | 'other clients' | 'all clients';

export interface AccountPlan {
  /** Ways to sign in beside the wallets: a phone number, an email address (§1). */
  readonly channels: readonly OtpChannel[];
  readonly wallets: readonly PlannedWallet[];
  /** Null before a KYC submission. */
  readonly kyc: KycStatus | null;
  /** Codes, in the order in which they were set. */
  readonly flags: readonly string[];
  /** Oldest first. */
  readonly transactions: readonly TransactionState[];
  readonly links: Links;
}

/** A plan in the form that the rules of legality check. */
export function accountable({ kyc, flags, transactions }: AccountPlan): Accountable {
  return {
    kyc,
    flags,
    transactions: transactions.map((state) => ({
      ...fieldsOfState(state),
      transactionHash: null,
      settles: null,
    })),
  };
}
