// Generated from openapi/schemas/config.schema.json by `npm run generate`: edit that file, not this one.

/**
 * A name from the library, or a file.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "ScenarioName".
 */
export type ScenarioName = string;
/**
 * A host name or an IP address.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "HostName".
 */
export type HostName = string;
/**
 * An origin as browsers send it, or * for any.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "Origin".
 */
export type Origin = string;
/**
 * The id of a check or of an open point, or the beginning of ids.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "CheckId".
 */
export type CheckId = string;
/**
 * An operation of openapi/api.yaml.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "OperationId".
 */
export type OperationId =
  | 'startWalletAuth'
  | 'authenticateWallet'
  | 'addWalletToUser'
  | 'sendSmsOtp'
  | 'authenticateSmsOtp'
  | 'sendEmailOtp'
  | 'authenticateEmailOtp'
  | 'getUser';
/**
 * E.164: + and digits.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "PhoneNumber".
 */
export type PhoneNumber = string;
/**
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "EmailAddress".
 */
export type EmailAddress = string;

/**
 * flagbearer.config.yaml: a section for each command that has settings. A setting is stated here and nowhere else: the flag --allow-host, the variable FLAGBEARER_ALLOW_HOST, the help text, the default and the type of a setting allowHost come from its entry. `x-value` is the word that stands for its value in the help text, `x-path` marks a file or folder, found from the folder of the configuration file, and `writeOnly` a secret. A map, and a list of maps, can be given in the file alone; one text may stand for a list of one.
 */
export interface Configuration {
  /**
   * Settings of the sandbox, for `flagbearer start`.
   */
  sandbox?: {
    /**
     * Port to listen on. 0 takes a free one.
     */
    port?: number;
    /**
     * Name or address to listen on. Any other than loopback needs a control token: one is made and printed if none is given.
     */
    host?: string;
    /**
     * Scenario to load: a name from the library or a file. Several are merged. Without one: the scenario that the store holds, and for a new store the one named default.
     */
    scenario?: ScenarioName | ScenarioName[];
    /**
     * Dialect file: what the interface leaves open, decided. Without one every key has its default.
     */
    dialect?: string;
    /**
     * Where the state is kept: memory, a folder as file:DIR, or a database as postgres://USER:PASSWORD@HOST/DATABASE. A folder or database that holds data goes on with it.
     */
    store?: string;
    /**
     * Code of every one-time password, such as 000000, unless the scenario or the user has another. It still expires, locks after wrong attempts and works once per send.
     */
    fixedCode?: string;
    /**
     * Delete all data in the store before starting.
     */
    resetStore?: boolean;
    /**
     * Number from which everything random is drawn: the same seed gives the same run again. Without one it is drawn.
     */
    seed?: number;
    /**
     * Time at which the sandbox's clock starts (RFC 3339), in UTC or with the offset of a zone. Without one: the time of the scenario, else the real time.
     */
    clock?: string;
    /**
     * Token that calls of the control API must carry as a bearer; at least 16 characters with a host that is not loopback. Other users of a machine can see its command lines: prefer the variable.
     */
    controlToken?: string;
    /**
     * Name, besides loopback ones and that of the public URL, that calls may have in their Host header. For the Android emulator: 10.0.2.2.
     */
    allowHost?: HostName | HostName[];
    /**
     * Origin, besides loopback ones, whose web pages may call the service. * stands for any.
     */
    cors?: Origin | Origin[];
    /**
     * URL under which callers reach the sandbox, where that is not the address it listens on (a proxy, a container).
     */
    publicUrl?: string;
    /**
     * How many calls the journal of each workspace keeps; the oldest make room. It never takes more than 16 MiB.
     */
    journalLimit?: number;
    /**
     * How often calls of the service are answered in a way that is legal and that a careless client breaks on (docs/chaos.md); for every workspace that is made of this start. Without one: off, or what the store was made with.
     */
    chaos?: 'off' | 'low' | 'high';
    /**
     * How many workspaces there may be beside the default one.
     */
    workspaceLimit?: number;
    /**
     * How long a workspace stays that nobody calls, in real time, as an ISO 8601 duration; or none, for ever. The default workspace always stays.
     */
    workspaceTtl?: string;
    /**
     * Folder of the reports of a `flagbearer conform` run (its --report-dir), which the console shows.
     */
    conformReport?: string;
    /**
     * Load a scenario file again, into the default workspace, whenever it is edited; the last good state stays while a file has errors.
     */
    watch?: boolean;
    /**
     * Print url, scenario, seed and clients as one line of JSON when ready.
     */
    json?: boolean;
  };
  /**
   * Settings of a conformance run, for `flagbearer conform`.
   */
  conform?: {
    /**
     * Base URL of the deployment: all that stands before /v1.
     */
    target?: string;
    /**
     * Client id of the run (§5.1).
     */
    clientId?: string;
    /**
     * Client secret of the run (§5.1). Other users of a machine can see its command lines: prefer the variable.
     */
    clientSecret?: string;
    /**
     * Access token of the client, the bearer of the SMS send (§5.2). Without one that flow is not tested. Prefer the variable here too.
     */
    accessToken?: string;
    /**
     * Where one-time passwords are read: fixed:000000 (always that code), command:CMD (run by the shell, {channel} and {destination} filled in, also as OTP_CHANNEL and OTP_DESTINATION, without the secrets of the environment but for OTP_*; prints the code, or {"code": "..."}), inbox (of a flagbearer sandbox; found by itself), prompt (you are asked), or a URL with {destination}, and maybe {channel}, that answers {"code": "..."}.
     */
    otpSource?: string;
    /**
     * Dialect file that the deployment is declared to have. Its paths and names are tried first; a path, name or status that does not match fails.
     */
    dialect?: string;
    /**
     * File to write the dialect that was found to, besides the one in the report folder. `flagbearer start --dialect FILE` then behaves as the deployment did.
     */
    dialectOut?: string;
    /**
     * Folder of the reports; it is made if there is none.
     */
    reportDir?: string;
    /**
     * File with the ids of checks that are known to fail: they alone do not make the run fail.
     */
    baseline?: string;
    /**
     * File to write the ids of the checks that fail now to, as --baseline reads it.
     */
    writeBaseline?: string;
    /**
     * Fail also for a warning, for a check that was not tested for lack of a setting, and for a check of the baseline that no longer fails.
     */
    strict?: boolean;
    /**
     * Check to run, or open point to report: its id, or the beginning of ids, such as 4.2. The dialect is found out whole.
     */
    only?: CheckId | CheckId[];
    /**
     * Operation to leave out of scope, such as addWalletToUser: no request of it is sent. Every report says so.
     */
    skip?: OperationId | OperationId[];
    /**
     * List the checks and open points instead of running them. It takes no URL.
     */
    list?: boolean;
    /**
     * How long one request may take: 10s, 500ms, 1m, or ISO 8601 as in PT10S.
     */
    timeout?: string;
    /**
     * The most requests at a time. A run starts with 4, adds more while responses stay fast, and halves them after 429 or 5xx.
     */
    concurrency?: number;
    /**
     * How many requests a run may make; what is left then is not tested.
     */
    maxRequests?: number;
    /**
     * How many one-time passwords a run may have sent.
     */
    maxOtpSends?: number;
    /**
     * How long a run may take: 2m, 90s, or ISO 8601 as in PT2M. Checks that have not begun after five sixths of it are left out, and the output says so. The time in which a person is asked for a code does not count.
     */
    maxDuration?: string;
    /**
     * Number from which everything random in the requests is drawn. Without one it is drawn, and the report tells it.
     */
    seed?: number;
    /**
     * Print the report, and nothing else, as JSON on stdout; the rest goes to stderr.
     */
    json?: boolean;
    /**
     * Where one-time passwords may be sent: nowhere else but to the accounts and, on loopback, to numbers and domains reserved for fiction.
     */
    destinations?: {
      /**
       * Phone numbers whose messages the OTP source can read.
       */
      phoneNumbers?: PhoneNumber[];
      /**
       * Email addresses whose messages the OTP source can read.
       */
      emailAddresses?: EmailAddress[];
    };
    /**
     * Another client of the same deployment, for account linking (§5.6).
     */
    secondClient?: {
      /**
       * Its client id.
       */
      clientId: string;
      /**
       * Its client secret.
       */
      clientSecret: string;
      /**
       * Its access token.
       */
      accessToken?: string;
    };
    /**
     * Accounts in states that can't be made from outside.
     */
    accounts?: Account[];
  };
  /**
   * Settings of the validating proxy, for `flagbearer proxy`.
   */
  proxy?: {
    /**
     * Base URL of the deployment that the proxy stands in front of: all that stands before /v1.
     */
    upstream?: string;
    /**
     * Port to listen on. 0 takes a free one.
     */
    port?: number;
    /**
     * Name or address to listen on. On any other than loopback whoever reaches this machine reaches the deployment through it.
     */
    host?: string;
    /**
     * Name, besides loopback ones, that requests may have in their Host header. For the Android emulator: 10.0.2.2.
     */
    allowHost?: HostName | HostName[];
    /**
     * Origin, besides loopback ones, whose web pages may send requests through the proxy; those of other origins are refused. * stands for any. CORS headers are those of the deployment.
     */
    cors?: Origin | Origin[];
    /**
     * Dialect file of the deployment: its effective contract is what both directions are held against. Without one: the default dialect.
     */
    dialect?: string;
    /**
     * Folder of the reports and of journal.jsonl; it is made if there is none.
     */
    reportDir?: string;
    /**
     * Return an error for violations of the contract: 422 for a request, which is then not forwarded; 502 for a response.
     */
    enforce?: boolean;
    /**
     * Fail also when the traffic differs from the contract in a point that the interface leaves open.
     */
    strict?: boolean;
    /**
     * How long the deployment may be silent: 30s, 500ms, 1m, or ISO 8601 as in PT30S. Then the answer is 504.
     */
    timeout?: string;
    /**
     * Print no violations as they come: where it listens, and the summary at the end.
     */
    quiet?: boolean;
    /**
     * Print a line for each call, and each violation every time.
     */
    verbose?: boolean;
    /**
     * Print the URL as one line of JSON when ready, and the report as another at the end; the rest goes to stderr.
     */
    json?: boolean;
  };
}
/**
 * An account, found by emailAddress, phoneNumber or privateKey, and what a read of it has to show. What is left out is not declared; an empty list declares that there are none. It, its flags and its transactions may have further fields, which are ignored.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "Account".
 */
export interface Account {
  /**
   * What the reports call it.
   */
  name: string;
  /**
   * Email address that it signs in with.
   */
  emailAddress?: string;
  /**
   * E.164: + and digits.
   */
  phoneNumber?: string;
  /**
   * Private key of the wallet that it signs in with: 0x and 64 hex digits.
   */
  privateKey?: string;
  /**
   * Its KYC status (§2.7).
   */
  kycStatus?: 'APPROVED' | 'IN_REVIEW' | 'DECLINED';
  /**
   * All of its flags (§2.7).
   */
  flags?: AccountFlag[];
  /**
   * All of its transactions (§2.7).
   */
  transactions?: AccountTransaction[];
  [k: string]: unknown;
}
/**
 * A flag. F0000 has no category.
 */
export interface AccountFlag {
  /**
   * The code of the flag.
   */
  code: string;
  /**
   * Its category: Fraud, KYC Review, Transaction Processing, or any other; null, or left out, where the deployment shows none.
   */
  category?: string | null;
  [k: string]: unknown;
}
/**
 * A transaction.
 */
export interface AccountTransaction {
  /**
   * Its crypto status.
   */
  cryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
  /**
   * Whether the bank gave the payment back later (§3 rule 3).
   */
  returned?: boolean;
  [k: string]: unknown;
}
