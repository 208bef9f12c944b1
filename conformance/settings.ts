/** Defines the settings of a run: target, credentials, accounts and limits. */
import type { DialectDocument } from '../src/dialect/dialect.ts';
import type { CryptoStatus, FlagCategory, KycStatus, OperationId } from '../src/contract/types.ts';

export interface ConformSettings {
  /** Base URL of the deployment, without a trailing slash. */
  readonly target: string;
  readonly client: ClientCredentials;
  /** The second client application, for account linking (§5.6). */
  readonly secondClient: ClientCredentials | null;
  /** The source of codes; null selects the inbox if the target is a sandbox, otherwise none. */
  readonly otpSource: OtpSource | null;
  /** Destinations for one-time passwords. */
  readonly destinations: Destinations | null;
  /**
   * Whether to send codes to generated, fictional destinations. Null: only if the target is on loopback and
   * `destinations` is null.
   */
  readonly generateDestinations: boolean | null;
  readonly accounts: readonly DeclaredAccount[];
  readonly dialect: DialectDocument | null;
  /** Ids, or prefixes of ids, of the checks to run; an empty list selects all. */
  readonly only: readonly string[];
  /** Operations to skip: the run does not send their requests and skips their checks. */
  readonly skip: readonly OperationId[];
  /** Timeout of a request, in milliseconds. */
  readonly timeout: number;
  /** Maximum number of concurrent checks. */
  readonly concurrency: number;
  readonly maxRequests: number;
  readonly maxOtpSends: number;
  /** Maximum duration of the run, in milliseconds. */
  readonly maxDuration: number;
  /** Seed of random values in requests. */
  readonly seed: number;
  /** Texts to mask in all output, with their replacements. */
  readonly maskedTexts: ReadonlyMap<string, string>;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Bearer token of the SMS send (§5.2). */
  readonly accessToken: string | null;
}

export interface Destinations {
  readonly phoneNumbers: readonly string[];
  readonly emailAddresses: readonly string[];
}

export type OtpSource =
  | { readonly kind: 'fixed'; readonly code: string }
  /** A URL with `{channel}` and `{destination}`; the response is `{"code": "..."}`. */
  | { readonly kind: 'url'; readonly template: string }
  /** A command that prints the code, with `{channel}` and `{destination}` or OTP_CHANNEL and OTP_DESTINATION. */
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'inbox' }
  | { readonly kind: 'prompt' };

/** An account in a state that a client cannot create, such as one with flags. */
export interface DeclaredAccount {
  readonly name: string;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  /** Private key: 0x and 64 hex digits. */
  readonly privateKey: string | null;
  readonly kycStatus: KycStatus | null;
  /** Flags; null if they are not declared, empty if there are none. */
  readonly flags: readonly DeclaredFlag[] | null;
  readonly transactions: readonly DeclaredTransaction[] | null;
}

export interface DeclaredFlag {
  readonly code: string;
  /** Category; null if it is not one of the three categories of the interface (§2.7). */
  readonly category: FlagCategory | null;
}

export interface DeclaredTransaction {
  readonly cryptoStatus: CryptoStatus;
  /** Whether the bank returned the payment later (§3.3). */
  readonly returned?: boolean;
}
