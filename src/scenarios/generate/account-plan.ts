/** The states of an account to generate, without personal information, identities and times. */
import { walletNetworks } from '../../contract/closed-lists.gen.ts';
import type { KycStatus, WalletNetwork, WalletStatus } from '../../contract/types.ts';
import type { Dialect, OtpChannel } from '../../dialect/dialect.ts';
import type { TransactionState } from '../../domain/state-tables.ts';

/** The field of a wallet besides its address: the network or the type (§2.2). */
export type WalletVariant = { readonly network: WalletNetwork } | { readonly type: string };

export interface PlannedWallet {
  readonly variant: WalletVariant;
  readonly status: WalletStatus;
}

export interface AccountPlan {
  /** Ways to sign in other than by wallet (§1). */
  readonly channels: readonly OtpChannel[];
  readonly wallets: readonly PlannedWallet[];
  /** Null before a KYC submission. */
  readonly kyc: KycStatus | null;
  /** Codes, in the order in which they were set. */
  readonly flags: readonly string[];
  /** Oldest first. */
  readonly transactions: readonly TransactionState[];
  /** The clients that the account is linked to (§5.6). */
  readonly links: 'first client' | 'other clients' | 'all clients';
}

/** Returns a variant for each network and type that the dialect allows (§2.2). */
export function listWalletVariants({ wallet }: Dialect): readonly WalletVariant[] {
  return [
    ...(wallet.variant === 'type' ? [] : walletNetworks.map((network) => ({ network }))),
    ...(wallet.variant === 'network' ? [] : wallet.types.map((type) => ({ type }))),
  ];
}
