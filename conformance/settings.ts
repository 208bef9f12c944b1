/** What a run is given: where to go, as whom, with which accounts, and how far. */
import type { DialectDocument } from '../src/dialect/dialect.ts';
import type { CryptoStatus, FlagCategory, KycStatus, OperationId } from '../src/contract/words.ts';

export interface ConformSettings {
  /** Base URL of the deployment, without a slash at its end. */
  readonly target: string;
  readonly client: ClientCredentials;
  /** For account linking (§5.6). */
  readonly secondClient: ClientCredentials | null;
  /** Null: an inbox if the target turns out to be a sandbox, else none. */
  readonly otpSource: OtpSource | null;
  /** Where one-time passwords may be sent; null leaves the choice to the run, on loopback alone. */
  readonly destinations: Destinations | null;
  readonly accounts: readonly DeclaredAccount[];
  /** The dialect that the deployment is declared to have. */
  readonly dialect: DialectDocument | null;
  /** Ids, or beginnings of ids, of the checks to run; empty runs all. */
  readonly only: readonly string[];
  /** Operations out of scope: no request of them is sent, and none of their checks runs. */
  readonly skip: readonly OperationId[];
  /** Of one request, in milliseconds. */
  readonly timeout: number;
  /** Checks at the same time. */
  readonly concurrency: number;
  readonly maxRequests: number;
  readonly maxOtpSends: number;
  /** Of the run, in milliseconds. */
  readonly maxDuration: number;
  /** Seed of random values in requests. */
  readonly seed: number;
  /** Texts that no output shows, with their replacements. */
  readonly hidden: ReadonlyMap<string, string>;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Bearer of the SMS send (§5.2). */
  readonly accessToken: string | null;
}

export interface Destinations {
  readonly phoneNumbers: readonly string[];
  readonly emailAddresses: readonly string[];
}

/** Where the code of a one-time password is read. */
export type OtpSource =
  | { readonly kind: 'fixed'; readonly code: string }
  /** `{channel}` and `{destination}` in the URL are filled in; the response is `{"code": "..."}`. */
  | { readonly kind: 'url'; readonly template: string }
  /**
   * Run by the shell, with `{channel}` and `{destination}` filled in and with OTP_CHANNEL and OTP_DESTINATION;
   * prints the code, or `{"code": "..."}`.
   */
  | { readonly kind: 'command'; readonly command: string }
  /** The inbox of a flagbearer sandbox. */
  | { readonly kind: 'inbox' }
  /** Prompts a person. */
  | { readonly kind: 'prompt' };

/**
 * An account in a state that cannot be created from outside, identified by email address, phone number or
 * key.
 */
export interface DeclaredAccount {
  readonly name: string;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  /** 0x and 64 hex digits. */
  readonly privateKey: string | null;
  /** Null where nothing is declared. */
  readonly kycStatus: KycStatus | null;
  /** Null if not declared; an empty list declares that there are none. */
  readonly flags: readonly DeclaredFlag[] | null;
  readonly transactions: readonly DeclaredTransaction[] | null;
}

export interface DeclaredFlag {
  readonly code: string;
  /** Null if it is not one of the three that the interface names (§2.7). */
  readonly category: FlagCategory | null;
}

export interface DeclaredTransaction {
  readonly cryptoStatus: CryptoStatus;
  /** Given back by the bank later (§3 rule 3). */
  readonly returned?: boolean;
}
