// Generated from openapi/schemas/scenario.schema.json by `npm run generate`: edit that file, not this one.

/**
 * A crypto wallet: a test wallet, such as {wallet: 0, network: ETHEREUM}, or another wallet, such as {address: "0x...", type: EVM}; with a network, a type, or both.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Wallet".
 */
export type ScenarioWallet = ScenarioTestWallet | ScenarioAddressedWallet;
/**
 * The network. Default: ETHEREUM if `type` is not set.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "WalletNetwork".
 */
export type WalletNetwork = 'ETHEREUM' | 'POLYGON';
/**
 * The type, one of wallet.types in the dialect, such as EVM.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "WalletType".
 */
export type WalletType = string;
/**
 * Whether the user has authenticated the wallet.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "WalletStatus".
 */
export type WalletStatus = 'verified' | 'unverified';
/**
 * Users to generate, added after the users of the document: {seed: 7, users: 500}, {seed: 7, pairwise: true}, or {seed: 7, users: 500, pairwise: true}. Default of seed: 1.
 */
export type ScenarioGeneration = ScenarioMixedUsers | ScenarioPairedUsers;
/**
 * Random seed, 0 to 4294967295: the same seed gives the same users on every machine.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "GenerationSeed".
 */
export type GenerationSeed = number;
/**
 * A UUID in lower case (RFC 9562).
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Id".
 */
export type Id = string;
/**
 * A time in ISO 8601, UTC: 2026-01-15T10:00:00.000Z.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Instant".
 */
export type Instant = string;
/**
 * 1 to 63 letters, digits and hyphens, starting with a letter.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Key".
 */
export type Key = string;

/**
 * The initial users, clients and clock of a workspace.
 */
export interface Scenario {
  /**
   * URL of this schema, for editors.
   */
  $schema?: string;
  /**
   * Name of the scenario: lower-case letters, digits and hyphens. If a user has no id, a sandbox computes the id from this name and the key of the user. Therefore ids are the same in every sandbox.
   */
  name: string;
  /**
   * Purpose of the scenario.
   */
  description?: string;
  /**
   * Start time of the workspace clock (RFC 3339), such as 2026-01-15T10:00:00.000Z. Default: the current time.
   */
  clock?: string;
  /**
   * The client applications. Default: wallet-app and exchange-app.
   *
   * @minItems 1
   * @maxItems 1000
   */
  clients?: ScenarioClient[];
  fixedCodes?: FixedCodes;
  /**
   * The user accounts, in the order in which they are listed.
   */
  users?: ScenarioUser[];
  generate?: ScenarioGeneration;
  runtime?: ScenarioRuntime;
}
/**
 * A client application and its credentials, which are visible ASCII without spaces.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Client".
 */
export interface ScenarioClient {
  /**
   * Value of the header service-client-id: up to 128 visible ASCII characters.
   */
  id: string;
  /**
   * Value of the header service-client-secret: up to 256 visible ASCII characters.
   */
  secret: string;
  /**
   * Bearer token of the client: letters, digits and any of - . _ ~ + / (RFC 6750).
   */
  accessToken: string;
}
/**
 * Fixed one-time passwords by phone number (E.164) or email address; * is for all other destinations. A fixed code still expires, is locked after wrong attempts, and is valid once per send.
 */
export interface FixedCodes {
  /**
   * The code: 4 to 10 digits, in quotes.
   */
  [k: string]: string;
}
/**
 * A user account.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "User".
 */
export interface ScenarioUser {
  /**
   * Name of the user in this scenario and in the control API, such as a first name: letters, digits and hyphens.
   */
  key: string;
  /**
   * The id, a UUID in lower case. Default: derived from the scenario name and the key.
   */
  id?: string;
  /**
   * The phone number in international format, as + and digits, in quotes: "+12025550143".
   */
  phoneNumber?: string;
  /**
   * The email address; compared case-insensitively.
   */
  emailAddress?: string;
  personalInformation?: ScenarioPersonalInformation;
  /**
   * The crypto wallets, verified and unverified.
   *
   * @maxItems 1000
   */
  wallets?: ScenarioWallet[];
  /**
   * The KYC sub-object. Default: the user has not submitted KYC.
   */
  kyc?: {
    /**
     * The KYC status.
     */
    status: 'APPROVED' | 'IN_REVIEW' | 'DECLINED';
  };
  /**
   * Flag codes from the catalogue of the dialect, in the order in which they were set.
   *
   * @maxItems 1000
   *
   * Items: The code of a flag.
   */
  flags?: string[];
  /**
   * The ACH transactions, oldest first.
   *
   * @maxItems 10000
   */
  transactions?: ScenarioTransaction[];
  /**
   * Ids of the clients linked to the account. Default: the first client.
   *
   * @maxItems 1000
   *
   * Items: The id of a client.
   */
  linkedClients?: string[];
  /**
   * When the account was created (ISO 8601, UTC). Default: when the scenario is loaded.
   */
  createTime?: string;
  /**
   * When the account last changed (ISO 8601, UTC); requires createTime. Default: createTime.
   */
  updateTime?: string;
}
/**
 * Personal information, besides phone number and email address. Default: none; generated if the document has `generate`.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "PersonalInformation".
 */
export interface ScenarioPersonalInformation {
  /**
   * First name.
   */
  firstName?: string;
  /**
   * Last name.
   */
  lastName?: string;
  /**
   * Date of birth: 1990-12-31.
   */
  dateOfBirth?: string;
  /**
   * Street and number.
   */
  streetAddress?: string;
  /**
   * City.
   */
  city?: string;
  /**
   * State or region.
   */
  region?: string;
  /**
   * Postal code, in quotes.
   */
  postalCode?: string;
  /**
   * Country code (ISO 3166-1 alpha-2), such as US.
   */
  countryCode?: string;
}
/**
 * A test wallet; its key is public.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "TestWallet".
 */
export interface ScenarioTestWallet {
  /**
   * Index of the test wallet, 0 to 9999; the keys of test wallets are public.
   */
  wallet: number;
  network?: WalletNetwork;
  type?: WalletType;
  status?: WalletStatus;
}
/**
 * A wallet given by its address.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "AddressedWallet".
 */
export interface ScenarioAddressedWallet {
  /**
   * The address: 0x and 40 hexadecimal digits. A mixed-case address must have a valid EIP-55 checksum.
   */
  address: string;
  network?: WalletNetwork;
  type?: WalletType;
  status?: WalletStatus;
}
/**
 * An ACH transaction.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Transaction".
 */
export interface ScenarioTransaction {
  /**
   * Name of the transaction, unique per user: letters, digits and hyphens. Default: the key of the user and a number, such as rita-1.
   */
  key?: string;
  /**
   * The id, a UUID in lower case. Default: derived from the scenario name, the key of the user and the key of the transaction.
   */
  id?: string;
  /**
   * The crypto status. FAILED requires a Transaction Processing flag (§7.5).
   */
  cryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
  /**
   * The hash on its chain: 0x and 64 hexadecimal digits in lower case, in quotes. Only for COMPLETE; generated if missing.
   */
  transactionHash?: string;
  /**
   * Whether the bank returned the payment. A returned payment stays COMPLETE and should have a Transaction Processing flag. Default: false.
   */
  returned?: boolean;
  /**
   * Settles a PENDING transaction automatically. Default: the transaction stays PENDING until the control API settles it.
   */
  settles?: {
    /**
     * Delay after createTime, an ISO 8601 duration such as PT30S.
     */
    after: string;
    /**
     * `success` sets COMPLETE; `failure` sets FAILED and a Transaction Processing flag.
     */
    outcome: 'success' | 'failure';
  };
  /**
   * When the transaction was submitted (ISO 8601, UTC). Default: when the account was created.
   */
  createTime?: string;
  /**
   * When the transaction last changed (ISO 8601, UTC); requires createTime. Default: createTime.
   */
  updateTime?: string;
}
/**
 * Users in a realistic mix of states.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "MixedUsers".
 */
export interface ScenarioMixedUsers {
  seed?: GenerationSeed;
  /**
   * Number of users, 0 to 100000. Their keys are gen-0001, gen-0002 and so on.
   */
  users: number;
  /**
   * false or missing: the pairs of states are not all covered. With true, the properties are those of PairedUsers.
   */
  pairwise?: false;
}
/**
 * A small set of users that covers every possible pair of states: flag code, KYC status, crypto status, sign-in method, wallet variant, and whether the account is linked.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "PairedUsers".
 */
export interface ScenarioPairedUsers {
  seed?: GenerationSeed;
  /**
   * Whether to cover every possible pair of states: true.
   */
  pairwise: true;
  /**
   * Minimum number of users, 0 to 100000. Additional users have a realistic mix of states. Default: the number that the pairs require.
   */
  users?: number;
}
/**
 * Makes the document a snapshot: the remaining state of a workspace, including secrets. Written by GET /sandbox/scenario?runtime=true.
 */
export interface ScenarioRuntime {
  /**
   * Version of this section: 1.
   */
  version: 1;
  /**
   * The dialect of the workspace, with every key. A snapshot can only be loaded into a workspace with the same dialect.
   */
  dialect: {};
  clock: ScenarioRuntimeClock;
  draws: ScenarioDraws;
  /**
   * Id of the last authenticated user, by client id.
   */
  lastUsers: {
    [k: string]: Id;
  };
  /**
   * The challenges that were issued and not used, including expired ones.
   *
   * @maxItems 100000
   */
  challenges: ScenarioChallenge[];
  /**
   * The one-time passwords that were sent; also the messages of the inbox.
   *
   * @maxItems 10000
   */
  oneTimePasswords: ScenarioOneTimePassword[];
  /**
   * A UUID in lower case (RFC 9562).
   */
  inboxCleared?: string;
  /**
   * The sends that count towards a limit.
   *
   * @maxItems 10000
   */
  sends: ScenarioCountedSends[];
  /**
   * The sessions, including those that expired within the last hour.
   *
   * @maxItems 100000
   */
  sessions: ScenarioSession[];
  /**
   * The signing keys of session tokens, with private parts; at most one per algorithm.
   *
   * @maxItems 4
   */
  signingKeys: ScenarioSigningKey[];
  /**
   * Number of random values that were generated, by purpose and subject, such as a code for a phone number. The subject is stored as a hash.
   */
  drawCounts: {
    [k: string]: number;
  };
  /**
   * Ids of users and transactions that have no key in the workspace. The export adds the property `key` to each of them; loading the document removes this property again.
   */
  idsWithoutKey: Id[];
}
/**
 * The workspace clock. It resumes from the saved time.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "RuntimeClock".
 */
export interface ScenarioRuntimeClock {
  /**
   * The time of the clock (ISO 8601, UTC).
   */
  now: string;
  /**
   * Whether the clock was frozen.
   */
  frozen: boolean;
}
/**
 * Seed and name from which random ids, codes and challenges are computed.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Draws".
 */
export interface ScenarioDraws {
  /**
   * The seed, 0 to 9007199254740991.
   */
  seed: number;
  /**
   * Name of the workspace, part of the random source.
   */
  workspace: string;
}
/**
 * A challenge that was issued to a client for a wallet.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "OutstandingChallenge".
 */
export interface ScenarioChallenge {
  /**
   * The id of the client.
   */
  clientId: string;
  /**
   * The wallet: `wallet:` and its address in lower case, plus its network if the dialect distinguishes wallets by network.
   */
  wallet: string;
  /**
   * The text to sign.
   */
  challenge: string;
  /**
   * The variant of the start request.
   */
  variant: 'network' | 'type' | 'both';
  /**
   * When the challenge expires (ISO 8601, UTC).
   */
  expiresAt: string;
}
/**
 * A one-time password, also a message of the inbox.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "OneTimePassword".
 */
export interface ScenarioOneTimePassword {
  /**
   * A UUID in lower case (RFC 9562).
   */
  id: string;
  /**
   * The delivery channel.
   */
  channel: 'sms' | 'email';
  /**
   * The phone number or email address.
   */
  to: string;
  /**
   * A UUID in lower case (RFC 9562).
   */
  recordId: string;
  /**
   * The id of the client that requested the code.
   */
  clientId: string;
  /**
   * The code, in quotes.
   */
  code: string;
  /**
   * When the code was sent (ISO 8601, UTC).
   */
  sentAt: string;
  /**
   * When the code expires (ISO 8601, UTC).
   */
  expiresAt: string;
  /**
   * Number of wrong attempts, 0 to 1000000.
   */
  wrongAttempts: number;
  /**
   * State of the one-time password.
   */
  state: 'pending' | 'used' | 'replaced' | 'locked';
  /**
   * A UUID in lower case (RFC 9562).
   */
  addToUserId?: string;
}
/**
 * Sends that count towards one limit.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "CountedSends".
 */
export interface ScenarioCountedSends {
  /**
   * The client id, phone number or email address to which the limit applies.
   */
  countedFor: string;
  /**
   * The times of the sends (ISO 8601, UTC).
   *
   * @maxItems 100000
   */
  at: Instant[];
}
/**
 * An issued session.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Session".
 */
export interface ScenarioSession {
  /**
   * A UUID in lower case (RFC 9562).
   */
  id: string;
  /**
   * A UUID in lower case (RFC 9562).
   */
  userId: string;
  /**
   * The id of the client.
   */
  clientId: string;
  /**
   * A time in ISO 8601, UTC: 2026-01-15T10:00:00.000Z.
   */
  expiresAt: string;
}
/**
 * A private key.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "SigningKey".
 */
export interface ScenarioSigningKey {
  /**
   * The key id, included in tokens.
   */
  kid: string;
  /**
   * The algorithm of the key (RFC 7518, RFC 8037).
   */
  algorithm: 'ES256' | 'RS256' | 'EdDSA' | 'HS256';
  /**
   * The key with its private part, as a JWK (RFC 7517).
   */
  jwk: {
    [k: string]: string;
  };
  /**
   * A time in ISO 8601, UTC: 2026-01-15T10:00:00.000Z.
   */
  createTime: string;
}
/**
 * The state of a workspace besides users and clients: after loading, the same requests get the same responses as in the saved workspace. Lists are oldest first. Contains private keys and codes.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Runtime".
 */
export interface ScenarioRuntime1 {
  /**
   * Version of this section: 1.
   */
  version: 1;
  /**
   * The dialect of the workspace, with every key. A snapshot can only be loaded into a workspace with the same dialect.
   */
  dialect: {};
  clock: ScenarioRuntimeClock;
  draws: ScenarioDraws;
  /**
   * Id of the last authenticated user, by client id.
   */
  lastUsers: {
    [k: string]: Id;
  };
  /**
   * The challenges that were issued and not used, including expired ones.
   *
   * @maxItems 100000
   */
  challenges: ScenarioChallenge[];
  /**
   * The one-time passwords that were sent; also the messages of the inbox.
   *
   * @maxItems 10000
   */
  oneTimePasswords: ScenarioOneTimePassword[];
  /**
   * A UUID in lower case (RFC 9562).
   */
  inboxCleared?: string;
  /**
   * The sends that count towards a limit.
   *
   * @maxItems 10000
   */
  sends: ScenarioCountedSends[];
  /**
   * The sessions, including those that expired within the last hour.
   *
   * @maxItems 100000
   */
  sessions: ScenarioSession[];
  /**
   * The signing keys of session tokens, with private parts; at most one per algorithm.
   *
   * @maxItems 4
   */
  signingKeys: ScenarioSigningKey[];
  /**
   * Number of random values that were generated, by purpose and subject, such as a code for a phone number. The subject is stored as a hash.
   */
  drawCounts: {
    [k: string]: number;
  };
  /**
   * Ids of users and transactions that have no key in the workspace. The export adds the property `key` to each of them; loading the document removes this property again.
   */
  idsWithoutKey: Id[];
}
