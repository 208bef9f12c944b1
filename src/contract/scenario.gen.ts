// Generated from openapi/schemas/scenario.schema.json by `npm run generate`: edit that file, not this one.

/**
 * A crypto wallet, by its place among the test wallets (wallet) or by its address; on a network, of a type, or both.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Wallet".
 */
export type ScenarioWallet = ScenarioTestWallet | ScenarioAddressedWallet;
/**
 * The network. Left out, with no type either: ETHEREUM.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "WalletNetwork".
 */
export type WalletNetwork = 'ETHEREUM' | 'POLYGON';
/**
 * The type, one of those that the dialect accepts (wallet.types): EVM.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "WalletType".
 */
export type WalletType = string;
/**
 * Whether the user has authenticated the wallet. Left out: verified.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "WalletStatus".
 */
export type WalletStatus = 'verified' | 'unverified';
/**
 * Users to make up, who stand behind those of the document: {seed: 7, users: 500}, {seed: 7, pairwise: true}, or all three; seed is 1 when left out.
 */
export type ScenarioGeneration = ScenarioMixedUsers | ScenarioPairedUsers;
/**
 * Where the draws begin, 0 to 4294967295: the same seed gives the same users, on every machine and every day.
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
 * An instant in ISO 8601, UTC: 2026-01-15T10:00:00.000Z.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Instant".
 */
export type Instant = string;
/**
 * A letter, then up to 62 letters, digits and hyphens.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "Key".
 */
export type Key = string;

/**
 * The users, clients and clock that a workspace starts with.
 */
export interface Scenario {
  /**
   * Where this schema is, for editors.
   */
  $schema?: string;
  /**
   * The name of the scenario: lower-case letters, digits and hyphens. Ids that the scenario leaves out are drawn from it.
   */
  name: string;
  /**
   * What the scenario is for, for people.
   */
  description?: string;
  /**
   * Where the workspace clock starts; without it, at the present time. RFC 3339, in UTC or with the offset of a zone: 2026-01-15T10:00:00.000Z. It is kept in UTC.
   */
  clock?: string;
  /**
   * The client applications. Without them: wallet-app and exchange-app.
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
   * What the header service-client-id holds: up to 128 visible ASCII characters.
   */
  id: string;
  /**
   * What the header service-client-secret holds: up to 256 visible ASCII characters.
   */
  secret: string;
  /**
   * What the client sends as its bearer: letters, digits and any of - . _ ~ + / (RFC 6750).
   */
  accessToken: string;
}
/**
 * One-time passwords whose digits are known in advance, by phone number (E.164) or email address; * is for every other destination. A fixed code still expires, locks after wrong attempts and works once per send.
 */
export interface FixedCodes {
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
   * What the user is called in this scenario and in the control API, for instance by a first name. Letters, digits and hyphens.
   */
  key: string;
  /**
   * The id, a UUID in lower case. Without it one is drawn, always the same for this name of the scenario and this key.
   */
  id?: string;
  /**
   * The phone number in international format, as + and digits, in quotes: "+12025550143".
   */
  phoneNumber?: string;
  /**
   * The email address; compared without regard to case.
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
   * The KYC sub-object. Left out: the user has not submitted KYC.
   */
  kyc?: {
    /**
     * The KYC status.
     */
    status: 'APPROVED' | 'IN_REVIEW' | 'DECLINED';
  };
  /**
   * Codes of the flags, in the order in which they were set. The dialect has the catalogue.
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
   * Ids of the clients that are linked to the account. Left out: the first client, where the user signed up. Empty: none.
   *
   * @maxItems 1000
   *
   * Items: The id of a client.
   */
  linkedClients?: string[];
  /**
   * When the account was made. Left out: when the scenario is loaded. ISO 8601, UTC.
   */
  createTime?: string;
  /**
   * When the account last changed; needs a createTime. Left out: when it was made. ISO 8601, UTC.
   */
  updateTime?: string;
}
/**
 * What the user told about themselves; phone number and email address stand beside it. Left out: nothing, but in a document with generate it is made up then.
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
   * Country, by the two capitals of ISO 3166-1: US.
   */
  countryCode?: string;
}
/**
 * One of the wallets of the well-known test mnemonic, whose keys are public.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "TestWallet".
 */
export interface ScenarioTestWallet {
  /**
   * Its place among the wallets of the well-known test mnemonic, whose keys are public: 0 to 9999.
   */
  wallet: number;
  network?: WalletNetwork;
  type?: WalletType;
  status?: WalletStatus;
}
/**
 * Any wallet.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "AddressedWallet".
 */
export interface ScenarioAddressedWallet {
  /**
   * The address: 0x and 40 hexadecimal digits, in quotes. In mixed case it carries an EIP-55 checksum.
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
   * What the transaction is called among those of the user. Letters, digits and hyphens. Left out: the key of the user and the place of the transaction, as in rita-1.
   */
  key?: string;
  /**
   * The id, a UUID in lower case. Without it one is drawn, as for a user.
   */
  id?: string;
  /**
   * The crypto status. FAILED needs a Transaction Processing flag (§7.5).
   */
  cryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
  /**
   * The hash on its chain, 0x and 64 hexadecimal digits in lower case, in quotes. Only where COMPLETE, and made there when left out.
   */
  transactionHash?: string;
  /**
   * Whether the bank has returned the payment, which stays COMPLETE and sets a Transaction Processing flag. Left out: no.
   */
  returned?: boolean;
  /**
   * Makes a PENDING transaction settle by itself. Left out: it stays PENDING until it is told.
   */
  settles?: {
    /**
     * How long after its createTime, as an ISO 8601 duration: PT30S, PT5M.
     */
    after: string;
    /**
     * Success makes it COMPLETE; failure makes it FAILED and sets a Transaction Processing flag.
     */
    outcome: 'success' | 'failure';
  };
  /**
   * When it was submitted. Left out: when the account was made. ISO 8601, UTC.
   */
  createTime?: string;
  /**
   * When it last changed; needs a createTime. Left out: when it was submitted. ISO 8601, UTC.
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
   * How many users, 0 to 100000. Their keys are gen-0001, gen-0002 and so on.
   */
  users: number;
  /**
   * Whether every pair of states is there that can go together. Left out: no.
   */
  pairwise?: false;
}
/**
 * Users in as few states as have every pair that can go together of: flag code, KYC status, crypto status, method of sign-in, variant of wallet, linked or not.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "PairedUsers".
 */
export interface ScenarioPairedUsers {
  seed?: GenerationSeed;
  /**
   * Whether every pair of states is there that can go together: true.
   */
  pairwise: true;
  /**
   * How many users at least, 0 to 100000: what the pairs leave is a realistic mix. Left out: as many as the pairs take.
   */
  users?: number;
}
/**
 * What makes it a snapshot: all that a workspace knew beside its users, secrets included. GET /sandbox/scenario?runtime=true writes it.
 */
export interface ScenarioRuntime {
  /**
   * Version of this section: 1.
   */
  version: 1;
  /**
   * The dialect of the workspace, with every key. A snapshot loads into workspaces of the same dialect only.
   */
  dialect: {};
  clock: ScenarioRuntimeClock;
  draws: ScenarioDraws;
  /**
   * Ids of the users who were last signed in, by the id of the client.
   */
  lastUsers: {
    [k: string]: Id;
  };
  /**
   * The challenges that can be answered, or have expired.
   *
   * @maxItems 100000
   */
  challenges: ScenarioChallenge[];
  /**
   * The one-time passwords that were sent, which the inbox shows.
   *
   * @maxItems 10000
   */
  oneTimePasswords: ScenarioOneTimePassword[];
  /**
   * A UUID in lower case (RFC 9562).
   */
  inboxCleared?: string;
  /**
   * The sends that count against a limit.
   *
   * @maxItems 10000
   */
  sends: ScenarioCountedSends[];
  /**
   * The sessions that were created, expired ones included for an hour.
   *
   * @maxItems 100000
   */
  sessions: ScenarioSession[];
  /**
   * The keys that session tokens are signed with, private parts included. At most one of an algorithm.
   *
   * @maxItems 4
   */
  signingKeys: ScenarioSigningKey[];
  /**
   * How often each was drawn, by purpose and number of the bucket that the subject falls into.
   */
  drawCounts: {
    [k: string]: number;
  };
  /**
   * Ids of the users and transactions of this document that were made in the workspace: their keys were made up for the document, and are dropped again.
   */
  withoutKey: Id[];
}
/**
 * The workspace clock. It is taken up where it stood, however much later that is.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "RuntimeClock".
 */
export interface ScenarioRuntimeClock {
  /**
   * What it showed. ISO 8601, UTC.
   */
  now: string;
  /**
   * Whether it stood still.
   */
  frozen: boolean;
}
/**
 * Where ids, codes and challenges are drawn from.
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
   * The name of the workspace that draws under this seed.
   */
  workspace: string;
}
/**
 * A challenge between a client and a wallet.
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
   * The wallet: wallet: and its address in lower case; and its network where the dialect tells wallets apart by it.
   */
  wallet: string;
  /**
   * The text to sign.
   */
  challenge: string;
  /**
   * Which variant of the call it was asked for with.
   */
  variant: 'network' | 'type' | 'both';
  /**
   * When it expires. ISO 8601, UTC.
   */
  expiresAt: string;
}
/**
 * A one-time password, which is also a message of the inbox.
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
   * How it was sent.
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
   * The id of the client that had it sent.
   */
  clientId: string;
  /**
   * The code, in quotes.
   */
  code: string;
  /**
   * When it was sent. ISO 8601, UTC.
   */
  sentAt: string;
  /**
   * When it expires. ISO 8601, UTC.
   */
  expiresAt: string;
  /**
   * How often a wrong code was tried, 0 to 1000000.
   */
  wrongTries: number;
  /**
   * What became of it.
   */
  state: 'pending' | 'used' | 'replaced' | 'locked';
  /**
   * A UUID in lower case (RFC 9562).
   */
  addsTo?: string;
}
/**
 * Sends that count against one limit.
 *
 * This interface was referenced by `Scenario`'s JSON-Schema
 * via the `definition` "CountedSends".
 */
export interface ScenarioCountedSends {
  /**
   * The client or the destination that they are counted for.
   */
  countedFor: string;
  /**
   * When they were. ISO 8601, UTC.
   *
   * @maxItems 100000
   */
  at: Instant[];
}
/**
 * A session that was handed out.
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
   * An instant in ISO 8601, UTC: 2026-01-15T10:00:00.000Z.
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
   * Its name, which tokens carry.
   */
  kid: string;
  /**
   * What it signs by (RFC 7518, RFC 8037).
   */
  algorithm: 'ES256' | 'RS256' | 'EdDSA' | 'HS256';
  /**
   * The key with its private part, as a JWK (RFC 7517).
   */
  jwk: {
    [k: string]: string;
  };
  /**
   * An instant in ISO 8601, UTC: 2026-01-15T10:00:00.000Z.
   */
  createTime: string;
}
/**
 * All that a workspace knew beside its users and clients, so that the same requests get the same answers from there. Lists are oldest first. It holds private keys and codes.
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
   * The dialect of the workspace, with every key. A snapshot loads into workspaces of the same dialect only.
   */
  dialect: {};
  clock: ScenarioRuntimeClock;
  draws: ScenarioDraws;
  /**
   * Ids of the users who were last signed in, by the id of the client.
   */
  lastUsers: {
    [k: string]: Id;
  };
  /**
   * The challenges that can be answered, or have expired.
   *
   * @maxItems 100000
   */
  challenges: ScenarioChallenge[];
  /**
   * The one-time passwords that were sent, which the inbox shows.
   *
   * @maxItems 10000
   */
  oneTimePasswords: ScenarioOneTimePassword[];
  /**
   * A UUID in lower case (RFC 9562).
   */
  inboxCleared?: string;
  /**
   * The sends that count against a limit.
   *
   * @maxItems 10000
   */
  sends: ScenarioCountedSends[];
  /**
   * The sessions that were created, expired ones included for an hour.
   *
   * @maxItems 100000
   */
  sessions: ScenarioSession[];
  /**
   * The keys that session tokens are signed with, private parts included. At most one of an algorithm.
   *
   * @maxItems 4
   */
  signingKeys: ScenarioSigningKey[];
  /**
   * How often each was drawn, by purpose and number of the bucket that the subject falls into.
   */
  drawCounts: {
    [k: string]: number;
  };
  /**
   * Ids of the users and transactions of this document that were made in the workspace: their keys were made up for the document, and are dropped again.
   */
  withoutKey: Id[];
}
