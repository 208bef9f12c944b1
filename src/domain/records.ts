/**
 * The records of a workspace. They are immutable: a change creates a new record. Times of accounts are ISO
 * 8601 UTC with milliseconds, as in responses; expiry times are milliseconds since the epoch.
 */
import type { ChangingOperation } from '../contract/control-types.ts';
import type {
  CryptoStatus,
  KycStatus,
  UserObject,
  WalletNetwork,
  WalletStatus,
  WalletType,
} from '../contract/types.ts';
import type { OtpChannel } from '../dialect/dialect.ts';

/** A client application (§2.1). */
export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly accessToken: string;
}

/** Personal information of a user, without phone number and email address. */
export type PersonalInformation = Omit<
  NonNullable<UserObject['personalInformation']>,
  'phoneNumber' | 'emailAddress'
>;

/** A user account (§1, §2.7). */
export interface User {
  readonly id: string;
  /** The key of the user in its scenario; null for a user who signed up. */
  readonly key: string | null;
  readonly createTime: string;
  readonly updateTime: string;
  readonly phoneNumber: string | null;
  readonly emailAddress: string | null;
  readonly personalInformation: PersonalInformation;
  readonly wallets: readonly Wallet[];
  /** Null before a KYC submission. */
  readonly kyc: KycStatus | null;
  /** Flag codes, in the order in which they were set. */
  readonly flags: readonly string[];
  /** Oldest first. */
  readonly transactions: readonly Transaction[];
  /** Ids of the client applications that are linked to the account (§5.6). */
  readonly linkedClients: readonly string[];
}

/** A crypto wallet as a request names it (§2.2). `getWalletIdentity` derives the key of its user from it. */
export interface WalletIdentity {
  /** In the form that the client sent. */
  readonly address: string;
  readonly network: WalletNetwork | null;
  readonly type: WalletType | null;
}

export interface Wallet extends WalletIdentity {
  readonly status: WalletStatus;
}

/** An ACH transaction (§3). */
export interface Transaction {
  readonly id: string;
  readonly key: string | null;
  readonly cryptoStatus: CryptoStatus;
  /** Whether the bank took the payment back after it was COMPLETE (§3.3). */
  readonly returned: boolean;
  readonly transactionHash: string | null;
  readonly createTime: string;
  readonly updateTime: string;
  /** How a PENDING transaction settles by itself; null if it does not. */
  readonly settles: Settlement | null;
}

export interface Settlement {
  /** Milliseconds after createTime. */
  readonly after: number;
  readonly outcome: 'success' | 'failure';
}

/** Changes of a user through the control API. They can be undone until something else changes the user. */
export interface ChangeHistory {
  /** The user after the last change. */
  readonly after: User;
  /** Oldest first, at least one. Nothing else changed the user between two of these changes. */
  readonly changes: readonly RecordedChange[];
}

export interface RecordedChange {
  readonly operation: ChangingOperation;
  /** The instant of the workspace clock, in milliseconds. */
  readonly at: number;
  readonly before: User;
}

/** A user of a scenario. A time of null becomes the time at which the scenario is loaded. */
export interface SeededUser extends Omit<User, 'createTime' | 'updateTime' | 'transactions'> {
  readonly createTime: string | null;
  readonly updateTime: string | null;
  readonly transactions: readonly SeededTransaction[];
}

export interface SeededTransaction extends Omit<Transaction, 'createTime' | 'updateTime'> {
  readonly createTime: string | null;
  readonly updateTime: string | null;
}

/** A challenge that a client was given for a wallet (§2.3). */
export interface Challenge {
  readonly challenge: string;
  readonly variant: 'network' | 'type' | 'both';
  readonly expiresAt: number;
}

/** A one-time password, which is also the message in the inbox. */
export interface OneTimePassword {
  readonly id: string;
  readonly channel: OtpChannel;
  readonly destination: string;
  /** The identity of the destination, as `domain/identity.ts` writes it. */
  readonly identity: string;
  /** phoneId or emailId. */
  readonly recordId: string;
  readonly clientId: string;
  readonly code: string;
  readonly sentAt: number;
  readonly expiresAt: number;
  readonly wrongAttempts: number;
  readonly state: 'pending' | 'used' | 'replaced' | 'locked';
  /** Id of the user whose session sent the code and who gets the phone number; null for none (§5.7). */
  readonly addToUserId: string | null;
}

/** An issued session; its id is the jti of the sessionJwt. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  readonly expiresAt: number;
}

/** The workspace clock: an offset from the wall clock, in milliseconds, or a frozen instant. */
export type ClockSetting =
  | { readonly state: 'running'; readonly offset: number }
  | { readonly state: 'frozen'; readonly at: number };

/** The owner of the valid bearer token of a request; `none` without a token. */
export type TokenOwner =
  | { readonly kind: 'none' }
  | { readonly kind: 'client' }
  | { readonly kind: 'session'; readonly userId: string };
