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
 * The id of a check or an open point, or a prefix of ids.
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
 * flagbearer.config.yaml: one section per command that has settings. Each setting is defined only here: the option --allow-host, the variable FLAGBEARER_ALLOW_HOST, the help text, the default and the type of the setting allowHost are derived from its entry. `x-value` is the placeholder of its value in help texts, `x-path` marks a path relative to the configuration file, and `writeOnly` a secret. Maps and lists of maps can only be set in the file. Instead of a list with one item, the item alone is accepted.
 */
export interface Configuration {
  /**
   * Settings of the sandbox, for `flagbearer start` and `flagbearer exec`.
   */
  sandbox?: {
    /**
     * Port to listen on; 0 selects a free port.
     */
    port?: number;
    /**
     * Host name or address to listen on. If the host is not loopback, a control token is required; without --control-token, the sandbox generates and prints a token.
     */
    host?: string;
    /**
     * Scenario to load: a name from the library, or a file; several scenarios are merged. Default: the scenario in the store; for a new store, the scenario named `default`.
     */
    scenario?: ScenarioName | ScenarioName[];
    /**
     * Dialect file: the choices of a deployment where the interface leaves behaviour open. Without a file, every key has its default value.
     */
    dialect?: string;
    /**
     * Where the state is persisted: memory, a folder as file:DIR, or a database as postgres://USER:PASSWORD@HOST/DATABASE. Existing data is reused.
     */
    store?: string;
    /**
     * Code of every one-time password, such as 000000. A code in the scenario (fixedCodes) or a code set for a user by the control API takes precedence. A fixed code still expires, is locked after wrong attempts, and is valid once per send.
     */
    fixedCode?: string;
    /**
     * Delete all data in the store before starting.
     */
    resetStore?: boolean;
    /**
     * Seed of all random values; the same seed reproduces a run. Default: random.
     */
    seed?: number;
    /**
     * Start time of the sandbox clock (RFC 3339). Default: the time in the scenario, else the current time.
     */
    clock?: string;
    /**
     * Bearer token of the control API; at least 16 characters if --host is not loopback. Default: none if --host is loopback, otherwise a generated token. Set it by the environment variable, or as ${NAME} in the file: other users of the machine can see command lines.
     */
    controlToken?: string;
    /**
     * Additional Host header to accept, besides loopback names and the host of --public-url. For the Android emulator: 10.0.2.2.
     */
    allowHost?: HostName | HostName[];
    /**
     * Additional origin whose web pages are allowed to use the service (CORS), besides loopback origins; * allows every origin.
     */
    cors?: Origin | Origin[];
    /**
     * URL at which clients reach the sandbox, if this URL differs from the listening address (proxy, container).
     */
    publicUrl?: string;
    /**
     * Serve HTTPS. The certificate is created on first use and signed by a local authority; `flagbearer certificate` prints how to trust this authority.
     */
    https?: boolean;
    /**
     * File with your own certificate for HTTPS, followed by its intermediate certificates, in PEM format. Requires --tls-key.
     */
    tlsCert?: string;
    /**
     * Private key file of the certificate, in PEM format, not encrypted.
     */
    tlsKey?: string;
    /**
     * Maximum number of requests in the journal of each workspace; the oldest are removed first. A journal never exceeds 16 MiB.
     */
    journalLimit?: number;
    /**
     * How often responses vary in legal but unusual ways, to find careless clients (docs/chaos.md). Applies to the default workspace and to each new workspace. Default: the level in the store, or, for a new store, off.
     */
    chaos?: 'off' | 'low' | 'high';
    /**
     * Maximum number of workspaces, not counting the default workspace.
     */
    workspaceLimit?: number;
    /**
     * Idle time (in real time) after which a workspace is deleted: 30m, 2h, 7d, or ISO 8601 such as PT2H. With the value none, workspaces are never deleted. The default workspace is never deleted.
     */
    workspaceTtl?: string;
    /**
     * Report folder of a `flagbearer conform` run (its --report-dir), shown in the console.
     */
    conformReport?: string;
    /**
     * Reload scenario files into the default workspace when they change. While a file has errors, the last valid state stays active.
     */
    watch?: boolean;
    /**
     * Print one line of JSON when ready: url, scenario, seed, clients, controlToken, dialectOrigin and console.
     */
    json?: boolean;
  };
  /**
   * Settings of a conformance run, for `flagbearer conform`.
   */
  conform?: {
    /**
     * Base URL of the deployment: the part before /v1.
     */
    target?: string;
    /**
     * Client id (§5.1).
     */
    clientId?: string;
    /**
     * Client secret (§5.1). Set it by the environment variable, or as ${NAME} in the file: other users of the machine can see command lines.
     */
    clientSecret?: string;
    /**
     * Access token of the client, for SMS sends (§5.2). Without an access token, SMS sends use the session token of a user; if the deployment rejects it, the SMS flow is not tested. Set it by the environment variable, or as ${NAME} in the file.
     */
    accessToken?: string;
    /**
     * Where to read one-time passwords: fixed:000000 (always this code), inbox (of a flagbearer sandbox; detected automatically), prompt (asks in the terminal), command:CMD (a shell command that prints the code), or a URL with {destination} that returns {"code": "..."}. See docs/conformance.md#settings.
     */
    otpSource?: string;
    /**
     * Dialect file of the deployment. Its paths and names are tried first. If the deployment has another path, name or status, the check of this dialect key fails.
     */
    dialect?: string;
    /**
     * Second file for the detected dialect, besides dialect.yaml in the report folder. `flagbearer start --dialect FILE` then behaves like the deployment.
     */
    dialectOut?: string;
    /**
     * Folder for the reports; created if missing.
     */
    reportDir?: string;
    /**
     * File with the ids of checks that are known to fail; these checks do not fail the run.
     */
    baseline?: string;
    /**
     * File to write the ids of failed checks to, in the format of --baseline.
     */
    writeBaseline?: string;
    /**
     * Also fail for warnings, for checks that were not tested because of a missing setting or a limit of the run, and for passing checks in the baseline.
     */
    strict?: boolean;
    /**
     * Check to run, or open point to report: an id or a prefix of ids, such as 4.2. The whole dialect is always detected.
     */
    only?: CheckId | CheckId[];
    /**
     * Operation to exclude, such as addWalletToUser: the run sends no request to this operation. Every report lists excluded operations.
     */
    skip?: OperationId | OperationId[];
    /**
     * List the checks and open points without running them; no URL required.
     */
    list?: boolean;
    /**
     * Timeout of a request: 10s, 500ms, 1m, or ISO 8601 such as PT10S.
     */
    timeout?: string;
    /**
     * Maximum number of concurrent requests. A run starts with 4, increases the number while responses do not become slower, and halves it after a 429 or 5xx.
     */
    concurrency?: number;
    /**
     * Maximum number of requests; the remaining checks are not tested.
     */
    maxRequests?: number;
    /**
     * Maximum number of one-time passwords to send.
     */
    maxOtpSends?: number;
    /**
     * Maximum duration of a run: 2m, 90s, or ISO 8601 such as PT2M. Checks that have not started after 5/6 of this time are not tested, and the output starts with the number of these checks; the rest of the time is for checks that have started. Time spent waiting for a code at the prompt does not count.
     */
    maxDuration?: string;
    /**
     * Seed of all random values in requests. Default: random; printed in the report.
     */
    seed?: number;
    /**
     * Print the report as JSON to stdout; all other output goes to stderr.
     */
    json?: boolean;
    /**
     * Also send one-time passwords to fictional numbers and addresses, such as +12125550123 and a1b2-conform@example.com. Set this only if the deployment sends no real messages. Default: true if the target is on loopback and destinations is not set.
     */
    generateDestinations?: boolean;
    /**
     * Destinations for one-time passwords. Codes are sent only to these destinations, to the accounts and, with generateDestinations, to fictional numbers and addresses.
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
       * Client id of the second client.
       */
      clientId: string;
      /**
       * Client secret of the second client.
       */
      clientSecret: string;
      /**
       * Access token of the second client.
       */
      accessToken?: string;
    };
    /**
     * Users in states that a run cannot create through the interface.
     */
    accounts?: Account[];
  };
  /**
   * Settings of the validating proxy, for `flagbearer proxy`.
   */
  proxy?: {
    /**
     * Base URL of the deployment to forward to: the part before /v1.
     */
    upstream?: string;
    /**
     * Port to listen on; 0 selects a free port.
     */
    port?: number;
    /**
     * Host name or address to listen on. With a host other than loopback, anyone who can reach this machine can reach the deployment through the proxy.
     */
    host?: string;
    /**
     * Additional Host header to accept, besides loopback names. For the Android emulator: 10.0.2.2.
     */
    allowHost?: HostName | HostName[];
    /**
     * Additional origin whose web pages are allowed to send requests through the proxy, besides loopback origins; * allows every origin. Requests from other origins are rejected. CORS headers come from the deployment.
     */
    cors?: Origin | Origin[];
    /**
     * Dialect file of the deployment: requests and responses are validated against its effective contract. Default: the default dialect.
     */
    dialect?: string;
    /**
     * Folder for the reports and journal.jsonl; created if missing.
     */
    reportDir?: string;
    /**
     * Return an error for violations of the contract: 422 for a request (not forwarded), 502 for a response.
     */
    enforce?: boolean;
    /**
     * Also fail if the client or the deployment violates a SHOULD, or differs from the dialect in a point that the interface leaves open.
     */
    strict?: boolean;
    /**
     * Timeout for a response of the deployment: 30s, 500ms, 1m, or ISO 8601 such as PT30S. The proxy then returns 504.
     */
    timeout?: string;
    /**
     * Print only the URL and the summary at the end, not each violation.
     */
    quiet?: boolean;
    /**
     * Print every request, and also repeated violations.
     */
    verbose?: boolean;
    /**
     * Print the URL as one line of JSON when ready, and the report as another line at the end; all other output goes to stderr.
     */
    json?: boolean;
  };
}
/**
 * An account, identified by emailAddress, phoneNumber or privateKey. The other fields define what a read of this account must return; a missing field is not checked. An empty list declares that the account has no flags, or no transactions. Additional fields of the account, its flags and its transactions are ignored.
 *
 * This interface was referenced by `Configuration`'s JSON-Schema
 * via the `definition` "Account".
 */
export interface Account {
  /**
   * Name of the account in reports.
   */
  name: string;
  /**
   * Email address of the account.
   */
  emailAddress?: string;
  /**
   * E.164: + and digits.
   */
  phoneNumber?: string;
  /**
   * Private key of a wallet of the account: 0x and 64 hex digits.
   */
  privateKey?: string;
  /**
   * KYC status of the account (§2.7).
   */
  kycStatus?: 'APPROVED' | 'IN_REVIEW' | 'DECLINED';
  /**
   * All flags of the account (§2.7).
   */
  flags?: AccountFlag[];
  /**
   * All transactions of the account (§2.7).
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
   * Category of the flag: Fraud, KYC Review, Transaction Processing, or any other; null or omitted if the deployment returns no category.
   */
  category?: string | null;
  [k: string]: unknown;
}
/**
 * A transaction.
 */
export interface AccountTransaction {
  /**
   * Crypto status of the transaction.
   */
  cryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
  /**
   * Whether the bank returned the payment (§3.3).
   */
  returned?: boolean;
  [k: string]: unknown;
}
