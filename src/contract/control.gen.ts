// Generated from openapi/control.yaml by `npm run generate`: edit that file, not this one.

export interface paths {
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the health of the sandbox
     * @description Name and version of the sandbox, the settings the workspace was created with, and the state
     *     of its store. Returns 200 while the process runs, even if the store is unavailable; use
     *     `GET /ready` to check whether requests are served.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metrics of the process
     * @description Requests by operation and outcome, durations, store and process metrics, in the text format
     *     of Prometheus. The metrics cover the whole process since its start and are served only at the root,
     *     under `/sandbox`. Labels contain only words of the contract, never data from requests.
     */
    get: operations['getMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check whether requests are served
     * @description Reads the workspace from the store and checks that the store is writable. At the root, under
     *     `/sandbox`, no control token is required. For other workspaces, the control token is required,
     *     because the response reveals that the workspace exists.
     */
    get: operations['getReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the effective contract
     * @description The contract of the service with the dialect of the workspace applied, including the errors
     *     of the sandbox itself: unknown workspace, reset during a request, store unavailable.
     *     `flagbearer contract` prints the contract without these errors.
     */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/control.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read this API
     * @description This document.
     */
    get: operations['getControlApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jwks.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public keys
     * @description The public keys of session tokens in this workspace (RFC 7517). A key is created when it is
     *     first needed. With HS256 the list is empty. Each workspace has its own keys, with two
     *     exceptions: a fork has the keys of its origin, and a workspace from a snapshot has the keys of
     *     the snapshot.
     */
    get: operations['getJwks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dialect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the dialect
     * @description The choices of this workspace where the interface leaves behaviour open. Read only.
     */
    get: operations['getDialect'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenarios': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the scenarios of the library
     * @description The names accepted by `PUT /scenario` and `POST /workspaces`.
     */
    get: operations['listScenarios'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenarios/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a scenario in the library. */
        name: string;
      };
      cookie?: never;
    };
    /**
     * Read a scenario of the library
     * @description The YAML text with comments, as a starting point for your own scenario.
     */
    get: operations['readScenario'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenario:check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a scenario without loading it
     * @description Returns the findings that `PUT /scenario` would return, without changing anything. Findings
     *     in YAML include line and column.
     */
    post: operations['checkScenario'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/messages:check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check the messages of a client
     * @description Checks that a client has a message for each flag of the catalogue (§7.1), like `flagbearer
     *     messages check`. Changes nothing.
     */
    post: operations['checkMessages'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenario': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the current state as a scenario
     * @description The document can be loaded into any workspace with `PUT /scenario`. With `runtime=true` it
     *     is a snapshot: the section `runtime` contains clock, challenges, one-time passwords,
     *     sessions, signing keys and random state, so that the same requests get the same responses in
     *     any workspace with the same dialect. A snapshot contains secrets: private keys and codes.
     *     Faults, chaos, journal and client report are not exported. Returns JSON unless `Accept:
     *     application/yaml` is sent. If the YAML would be too large to load, responds with 406.
     */
    get: operations['exportScenario'];
    /**
     * Load a scenario
     * @description The body is a name in the library, a JSON document, or YAML (findings then include line and
     *     column). Loads everything or nothing. Inbox, challenges, one-time passwords, sessions and
     *     clock are reset, or restored from a snapshot; faults, journal and client report are cleared;
     *     chaos is reset to its start level. A snapshot with another dialect is rejected, because the
     *     dialect of a workspace is fixed: create a workspace from it with `POST /workspaces`.
     */
    put: operations['loadScenario'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset to the loaded scenario
     * @description Discards all changes since the scenario was loaded, including inbox, sessions, clock, faults,
     *     chaos, journal and client report. If a snapshot was loaded, restores the snapshot.
     */
    post: operations['reset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the users
     * @description In order of creation; with `q`, only users that match every word. A cursor is the position
     *     of the first user of a page, so any page can be requested directly.
     */
    get: operations['listUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{ref}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    /**
     * Read a user
     * @description The full state of a user, after due settlements.
     */
    get: operations['readUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change KYC status and flags
     * @description The combined changes must be legal; otherwise nothing changes. Adding a flag that the user
     *     already has, or removing a flag that the user does not have, has no effect.
     */
    patch: operations['updateUser'];
    trace?: never;
  };
  '/users/{ref}/expectations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    /**
     * Read what a client must show for a user
     * @description Derived from the account state by the rules of the interface: the message of each flag
     *     (§7.1), what remains visible (§7.2, §7.3), which writes are refused (§7.4), whether
     *     onboarding is required (§5.6), and the next steps of the client.
     */
    get: operations['getExpectations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{ref}/client-view': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    /**
     * Read a user as a client application does
     * @description Returns the response of the user read of the service for this user, in the dialect, without
     *     a session token. Not recorded in the journal.
     */
    get: operations['getClientView'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{ref}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    /**
     * List the legal changes of a user
     * @description Every change that this API could make in the current state: each KYC status, each flag of
     *     the catalogue, a submission, and each settlement or return of a transaction. For an illegal
     *     change, `reason` is the error that a request for the change would return.
     */
    get: operations['listChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{ref}:undo': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo the last change of a user
     * @description Undoes the last change made through this API. Each further request undoes the previous change, up to
     *     a limit. Fixed codes are not restored. If the service has changed the user since, such as
     *     by settling a transaction, the change cannot be undone. Loading a scenario and a reset clear
     *     the undo history. Snapshots do not contain the undo history; a persistent store saves it, and
     *     replicas share it. The client report still includes the requests that the change required.
     */
    post: operations['undoChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{ref}:submitKyc': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit KYC on behalf of a user
     * @description The submission is not part of the interface (§1). A submission is a write, so it is refused if
     *     the user has a Fraud flag (§7.4).
     */
    post: operations['submitKyc'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{ref}/transactions': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit an ACH transaction on behalf of a user
     * @description The first status is PENDING (§3). `settles` settles the transaction automatically, by the
     *     workspace clock. A submission is a write, so it is refused if the user has a Fraud flag (§7.4).
     */
    post: operations['submitTransaction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transactions/{id}:settle': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the transaction. */
        id: components['parameters']['TransactionId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settle a PENDING transaction
     * @description The outcome success sets COMPLETE and a transactionHash; failure sets FAILED and a
     *     Transaction Processing flag on the account (§3).
     */
    post: operations['settleTransaction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transactions/{id}:return': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the transaction. */
        id: components['parameters']['TransactionId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Return a payment, as its bank does
     * @description A COMPLETE transaction stays COMPLETE; the account gets a Transaction Processing flag
     *     (§3.3).
     */
    post: operations['returnTransaction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/inbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the one-time passwords that were sent
     * @description Oldest first. With `wait`, responds as soon as a matching message exists, or with an empty
     *     list at the timeout.
     */
    get: operations['listInbox'];
    put?: never;
    post?: never;
    /**
     * Clear the inbox
     * @description The one-time passwords remain valid.
     */
    delete: operations['clearInbox'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the workspace clock
     * @description This clock determines expiry and settlement.
     */
    get: operations['getClock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set, freeze or resume the workspace clock
     * @description Sets the clock to a time (`now`) or advances it by a duration (`advance`). Its time never decreases.
     */
    patch: operations['updateClock'];
    trace?: never;
  };
  '/faults': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the faults
     * @description The rules in order, each with its number of hits.
     */
    get: operations['getFaults'];
    /**
     * Set the faults
     * @description Replaces all rules. The first rule that matches a request to the service, is within `times`,
     *     and is selected by `probability`, is applied; later rules are ignored for that request. A
     *     rule without `match` matches every request. Fault responses have the header
     *     `flagbearer-fault: <id>`.
     */
    put: operations['setFaults'];
    /**
     * Add a fault
     * @description Appends a rule; existing rules keep their hits. At most 100 rules.
     */
    post: operations['addFault'];
    /**
     * Remove all faults
     * @description Requests that are already delayed remain delayed.
     */
    delete: operations['clearFaults'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/chaos': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the chaos settings
     * @description The level, the kinds, and the values chosen for the workspace.
     */
    get: operations['getChaos'];
    /**
     * Set the chaos
     * @description Takes effect immediately and resets the counters. Whether and how a response varies is
     *     derived from the seed of the workspace. Variations are legal by the interface and by the
     *     contract at `GET /openapi.json`; the response has the header `flagbearer-chaos: <kinds>`.
     *     Requests matched by a fault or with a Prefer header are not affected.
     */
    put: operations['setChaos'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/journal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the requests to the service
     * @description Oldest first, with secrets redacted; requests to this API are not recorded. Filters are
     *     combined with AND. With `Accept: text/event-stream`, each new entry is sent as a server-sent
     *     event until the workspace is reset or deleted or the sandbox stops; `Last-Event-ID` or
     *     `after` starts the stream after an entry. `format=har` returns an HTTP archive of all
     *     requests, or of `limit` requests; Playwright's `routeFromHAR` can replay it.
     */
    get: operations['readJournal'];
    put?: never;
    post?: never;
    /**
     * Clear the journal
     * @description Open streams remain open and send new entries.
     */
    delete: operations['clearJournal'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/client-report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the client report
     * @description The mistakes of the clients of the workspace (violations of the interface, by clause) and
     *     their coverage, based on all requests since the workspace was created, loaded or reset, or
     *     its journal was cleared. If a follow-up request, such as the user read after a KYC
     *     submission, is missing at the time of the report, the report counts a mistake.
     */
    get: operations['getClientReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/conform-report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the report of a conformance run
     * @description The current report.json in the folder of `--conform-report`.
     */
    get: operations['getConformReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/wallets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the test wallets
     * @description The first wallets of a public test mnemonic. Their keys are public.
     */
    get: operations['listWallets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/wallets/{address}:sign': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Address of a test wallet, in upper or lower case. */
        address: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign with a test wallet
     * @description Returns an EIP-191 personal signature, as required by `authenticateWallet`. With `fault`, the
     *     signature is invalid, so that the service must reject it. Exception: the dialect key
     *     wallet.signature.accepts can allow `highS`.
     */
    post: operations['signWithWallet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/wallet-records': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add records of a wallet in a browser
     * @description Requests of an app to a browser wallet, each with its response, the oldest first. The client report compares
     *     the records with later requests to the service, so send a record before the app has the response of the wallet.
     *     The number of records is limited. No operation returns records; they are deleted with the journal.
     */
    post: operations['addWalletRecords'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the workspaces
     * @description In order of creation.
     */
    get: operations['listWorkspaces'];
    put?: never;
    /**
     * Create a workspace
     * @description At the root only. With `from`, creates a fork of the workspace `from` in its current state,
     *     including keys, sessions, faults and chaos, with its own journal. Otherwise creates a new
     *     workspace; the default scenario, dialect and seed are those of the sandbox. If the scenario is a
     *     snapshot and `dialect` is not set, the dialect of the snapshot is used. `--workspace-limit`
     *     limits the number of workspaces; idle workspaces are deleted after `--workspace-ttl`.
     */
    post: operations['createWorkspace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the workspace. */
        name: string;
      };
      cookie?: never;
    };
    /**
     * Read a workspace
     * @description The URLs and client applications of the workspace.
     */
    get: operations['readWorkspace'];
    put?: never;
    post?: never;
    /**
     * Delete a workspace
     * @description Deletes all data of the workspace. The default workspace cannot be deleted.
     */
    delete: operations['deleteWorkspace'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Health of the sandbox. */
    Health: {
      /**
       * @description Always `ok`.
       * @enum {string}
       */
      status: 'ok';
      /**
       * @description Name of the program.
       * @enum {string}
       */
      name: 'flagbearer';
      /** @description Version of the program. */
      version: string;
      workspace: components['schemas']['WorkspaceName'];
      /** @description Name of the loaded scenario. */
      scenario: string;
      seed: components['schemas']['Seed'];
      now: components['schemas']['Timestamp'];
      /** @description Hash of the dialect. */
      dialectHash: string;
      /** @description Where `flagbearer conform` detected the dialect; absent if the dialect was not detected. */
      dialectOrigin?: {
        /** @description Base URL of the deployment. */
        target: string;
        /** @description Start of the run that detected it. */
        date: string;
        /** @description Hash of the dialect as detected. */
        hash: string;
      };
      store: components['schemas']['StoreHealth'];
    };
    /** @description The store engine, and whether the store is currently writable. */
    StoreHealth: {
      /**
       * @description The store engine.
       * @enum {string}
       */
      engine: 'memory' | 'file' | 'postgres';
      /**
       * @description `unavailable`: requests that write are refused with 503 until the store is `ok` again.
       * @enum {string}
       */
      status: 'ok' | 'unavailable';
      /** @description Why the store is unavailable, for developers. */
      reason?: string;
    };
    /** @description Whether requests are served. */
    Ready: {
      /**
       * @description Always `ready`.
       * @enum {string}
       */
      status: 'ready';
    };
    /** @description A document with its own schema. */
    Document: {
      [key: string]: unknown;
    };
    /** @description A JSON Web Key Set (RFC 7517). */
    JwkSet: {
      /** @description Public keys. */
      keys: components['schemas']['Document'][];
    };
    /** @description A dialect document. */
    FilledDialect: {
      /**
       * @description Version of the format.
       * @enum {integer}
       */
      version: 1;
      values: components['schemas']['Document'];
    };
    /** @description The scenarios of the library. */
    ScenarioList: {
      /** @description The scenarios. */
      items: components['schemas']['ScenarioSummary'][];
      nextCursor: components['schemas']['NextCursor'];
    };
    /** @description A scenario of the library. */
    ScenarioSummary: {
      /** @description Name of the scenario. */
      name: string;
      /** @description Purpose of the scenario. */
      description: string;
    };
    /**
     * @description The scenario to load: either `name` or `document`. An object with `users`, as returned by
     *     `GET /scenario`, is read as the document.
     */
    LoadScenario: {
      /** @description Name of a scenario in the library. */
      name?: string;
      document?: components['schemas']['Document'];
      /** @description The users of a document. */
      users?: unknown;
    };
    /** @description The loaded scenario. */
    LoadedScenario: {
      /** @description Name of the scenario. */
      name: string;
      /** @description Number of users. */
      users: number;
      /** @description Parts of the scenario that are legal, but probably mistakes. */
      warnings: components['schemas']['Findings'];
    };
    /** @description The findings about a scenario. A scenario without errors can be loaded. */
    CheckedScenario: {
      /** @description Errors and warnings; empty if there are none. */
      findings: components['schemas']['Findings'];
    };
    /** @description A file with the messages of a client. */
    CheckMessages: {
      /** @description Content of the file: JSON, YAML or properties. */
      text: string;
      /**
       * @description Name of the file. The extensions .properties, .json and .arb select the format; with other
       *     extensions, the text is parsed as JSON or YAML.
       */
      file?: string;
      /**
       * @description Prefix of the flag codes in the keys: errors.flags if the message of K1001 is at
       *     errors.flags.K1001, nested or flat. Default: flags if the file has a key flags, else no prefix.
       */
      keyPrefix?: string;
    };
    /** @description The findings about the messages. Without errors, every flag has a message. */
    CheckedMessages: {
      /** @description Errors and warnings; empty if there are none. */
      findings: components['schemas']['Findings'];
      /** @description A prefix under which the file has flags; only if no flag was found under the given prefix. */
      keyPrefix?: string;
    };
    /** @description A problem in a document. */
    Finding: {
      /** @description Id of the rule. */
      rule: string;
      /** @description The clause of the interface behind the rule; null for a rule of the file format. */
      clause: string | null;
      /**
       * @description `error`: the document cannot be loaded.
       * @enum {string}
       */
      severity: 'error' | 'warning';
      /** @description The problem. */
      message: string;
      /** @description How to fix the problem. */
      hint: string | null;
      /** @description JSON Pointer (RFC 6901) into the document. */
      pointer: string;
      /** @description The file. */
      file?: string;
      /** @description The line, from 1. */
      line?: number;
      /** @description The column, from 1. */
      column?: number;
      /** @description With the rule `more-findings`: the number of omitted findings. */
      omitted?: number;
    };
    /**
     * @description Errors and warnings, in the order of the document. Of more than 100 findings, the last ones are omitted, warnings
     *     first; an additional error and an additional warning with the rule `more-findings` have their numbers.
     */
    Findings: components['schemas']['Finding'][];
    /** @description A page of users. */
    UserList: {
      /** @description The users. */
      items: components['schemas']['SandboxUser'][];
      nextCursor: components['schemas']['NextCursor'];
      /** @description The total number on all pages, if requested. */
      total?: number;
    };
    /** @description The cursor of the next page; null on the last page. */
    NextCursor: string | null;
    /** @description The full state of a user, including data that flags withhold from clients. */
    SandboxUser: {
      id: components['schemas']['Id'];
      /** @description Key of the user in the scenario; null for a user who signed up. */
      key: string | null;
      /** @description Phone number (E.164). */
      phoneNumber: string | null;
      /** @description Email address. */
      emailAddress: string | null;
      personalInformation: components['schemas']['PersonalInformation'];
      /** @description The KYC sub-object; null before a submission. */
      kyc: components['schemas']['Kyc'] | null;
      /** @description The flags, in the order in which they were set. */
      flags: components['schemas']['Flag'][];
      /** @description The crypto wallets. */
      wallets: components['schemas']['Wallet'][];
      /** @description The transactions, oldest first. */
      transactions: components['schemas']['Transaction'][];
      /** @description Ids of the client applications linked to the account (§5.6). */
      linkedClients: string[];
      createTime: components['schemas']['Timestamp'];
      updateTime: components['schemas']['Timestamp'];
      fixedCode?: components['schemas']['FixedCode'];
    };
    /** @description The user read of the service and its response. */
    ClientView: {
      /**
       * @description Method of the user read.
       * @enum {string}
       */
      method: 'GET';
      /** @description Path of the user read in the dialect. */
      path: string;
      /** @description Status of the response. */
      status: number;
      body: components['schemas']['Document'];
    };
    /** @description The possible changes of a user, and the last one. */
    Changes: {
      /** @description The change that `:undo` would undo; null if no change can be undone. */
      lastChange: components['schemas']['LastChange'] | null;
      /** @description The changes. */
      items: components['schemas']['Change'][];
    };
    /** @description A change made through this API. */
    LastChange: {
      operation: components['schemas']['ChangingOperation'];
      at: components['schemas']['Timestamp'];
    };
    /** @description A request to this API that changes a user. */
    Change: {
      operation: components['schemas']['ChangingOperation'];
      transactionId?: components['schemas']['Id'];
      body: components['schemas']['Document'];
      /**
       * @description `legal`: the change would be accepted. `illegal`: the change would be refused, see `reason`.
       *     `noChange`: the change would have no effect.
       * @enum {string}
       */
      verdict: 'legal' | 'illegal' | 'noChange';
      reason?: components['schemas']['ChangeReason'];
    };
    /** @description Why a change is not legal. */
    ChangeReason: {
      /** @description Id of the violated rule. */
      rule: string;
      /** @description The clause of the interface behind the rule. */
      clause: string;
      /** @description Why the change is illegal, for developers. */
      message: string;
    };
    /**
     * @description An operation of this API that changes a user.
     * @enum {string}
     */
    ChangingOperation:
      'updateUser' | 'submitKyc' | 'submitTransaction' | 'settleTransaction' | 'returnTransaction';
    /** @description The personal information of the user. */
    PersonalInformation: {
      /** @description First name. */
      firstName?: string;
      /** @description Last name. */
      lastName?: string;
      /**
       * Format: date
       * @description Date of birth.
       */
      dateOfBirth?: string;
      /** @description Street and number. */
      streetAddress?: string;
      /** @description City. */
      city?: string;
      /** @description State or region. */
      region?: string;
      /** @description Postal code. */
      postalCode?: string;
      /** @description Country (ISO 3166-1 alpha-2). */
      countryCode?: string;
    };
    /** @description The KYC sub-object. */
    Kyc: {
      status: components['schemas']['KycStatus'];
    };
    /**
     * @description The KYC status (§2.7).
     * @enum {string}
     */
    KycStatus: 'APPROVED' | 'IN_REVIEW' | 'DECLINED';
    /** @description A user flag. */
    Flag: {
      code: components['schemas']['FlagCode'];
      /** @description Category of the flag; null for F0000, which has no category in the interface. */
      category: components['schemas']['FlagCategory'] | null;
    };
    /** @description A code in the flag catalogue of the dialect. */
    FlagCode: string;
    /**
     * @description A flag category, as named in the interface (§2.7).
     * @enum {string}
     */
    FlagCategory: 'Fraud' | 'KYC Review' | 'Transaction Processing';
    /** @description Codes in the flag catalogue of the dialect. */
    FlagCodes: components['schemas']['FlagCode'][];
    /** @description A crypto wallet of the user. */
    Wallet: {
      /** @description Address of the wallet. */
      address: string;
      /**
       * @description The network, if the wallet was received with a network.
       * @enum {string}
       */
      network?: 'ETHEREUM' | 'POLYGON';
      /** @description The type, if the wallet was received with a type. */
      type?: string;
      /**
       * @description Whether the user has authenticated the wallet (§3).
       * @enum {string}
       */
      status: 'unverified' | 'verified';
    };
    /** @description Changes to a user. */
    UpdateUser: {
      kycStatus?: components['schemas']['KycStatus'];
      addFlags?: components['schemas']['FlagCodes'];
      removeFlags?: components['schemas']['FlagCodes'];
      /**
       * @description Code of all future one-time passwords of the user, by SMS and email. null removes the fixed code: then
       *     the code for * in the scenario applies, else codes are random. A fixed code still expires, locks after
       *     wrong attempts and works once per send.
       */
      fixedCode?: components['schemas']['FixedCode'] | null;
    };
    /** @description A one-time password that is known in advance. */
    FixedCode: string;
    /** @description The outcome of a KYC submission. */
    SubmitKyc: {
      outcome?: components['schemas']['KycStatus'];
      flags?: components['schemas']['FlagCodes'];
    };
    /** @description What a client application must show for a user, which writes are refused, and the next steps. */
    Expectations: {
      /** @description Key of the user in the scenario, else the id of the user. */
      user: string;
      /** @description One message per flag, in the order in which the flags were set (§7.1). */
      messages: components['schemas']['ExpectedMessage'][];
      /**
       * @description Whether the user has access to their personal information (§7.2).
       * @enum {string}
       */
      personalInformation: 'visible' | 'withheld';
      /**
       * @description Always `visible` (§7.3).
       * @enum {string}
       */
      transactionHistory: 'visible';
      /**
       * @description Whether writes to the account are allowed (§7.4).
       * @enum {string}
       */
      writes: 'allowed' | 'restricted';
      /**
       * @description The operations that are refused if they would write to the account (§7.4): operationIds
       *     of the service, or of this API for submissions, which are not part of the interface.
       */
      restrictedOperations: components['schemas']['WritingOperation'][];
      /**
       * @description The refused write of each operation. A request without such a write, such as a sign-in,
       *     is accepted.
       */
      restrictedWrites: components['schemas']['RestrictedWrite'][];
      /**
       * @description Whether the client must onboard the user. A user who has submitted KYC through any
       *     client skips onboarding (§5.6).
       * @enum {string}
       */
      onboarding: 'required' | 'skipped';
      /** @description The next steps of the client. */
      next: components['schemas']['NextStep'][];
    };
    /** @description A flag for which the client must show a message. */
    ExpectedMessage: {
      flag: components['schemas']['FlagCode'];
      /** @description Category of the flag; null for F0000, which has no category in the interface. */
      category: components['schemas']['FlagCategory'] | null;
      /** @description Key of the message in the client: flags.K1001. */
      messageKey: string;
      /** @description The clause that defines the flag. */
      clause: string;
      severity: components['schemas']['Severity'];
    };
    /**
     * @description Severity of a flag. `blocking`: restricts writes (§7.4) or withholds personal information
     *     (§7.2). `error`: a payment failed (§3.3). `warning`: no restriction.
     * @enum {string}
     */
    Severity: 'blocking' | 'error' | 'warning';
    /**
     * @description An operation that can write to an account.
     * @enum {string}
     */
    WritingOperation:
      | 'addWalletToUser'
      | 'authenticateWallet'
      | 'sendSmsOtp'
      | 'authenticateSmsOtp'
      | 'authenticateEmailOtp'
      | 'submitKyc'
      | 'submitTransaction';
    /** @description A refused write and its operation. */
    RestrictedWrite: {
      operation: components['schemas']['WritingOperation'];
      /**
       * @description The write, as named in flags.fraudRestricts of the dialect, or a submission.
       * @enum {string}
       */
      write:
        | 'addWallet'
        | 'verifyWallet'
        | 'addPhone'
        | 'linkClient'
        | 'submitKyc'
        | 'submitTransaction';
    };
    /** @description An action of the client. */
    NextStep: {
      /**
       * @description `linkAccount`: the user must sign in to link this client to the account. `reviewFlags`:
       *     select the messages by the flags. `showMessage`: show the message of each flag.
       *     `readUserAgain`: a status will change. `submitKyc`: onboard the user. `verifyWallet`:
       *     ask the user to authenticate an unverified wallet.
       * @enum {string}
       */
      action:
        | 'linkAccount'
        | 'reviewFlags'
        | 'showMessage'
        | 'readUserAgain'
        | 'submitKyc'
        | 'verifyWallet';
      /** @description The clause that requires the action. */
      clause: string;
    };
    /** @description A transaction to submit. */
    SubmitTransaction: {
      /** @description Your own name for the transaction. */
      key?: string;
      settles?: components['schemas']['Settlement'];
    };
    /** @description When and how a transaction settles automatically. */
    Settlement: {
      after: components['schemas']['Duration'];
      outcome: components['schemas']['SettlementOutcome'];
    };
    /**
     * @description Whether the settlement succeeds.
     * @enum {string}
     */
    SettlementOutcome: 'success' | 'failure';
    /** @description How a transaction settles. */
    SettleTransaction: {
      outcome: components['schemas']['SettlementOutcome'];
      flag?: components['schemas']['TransactionFlag'];
    };
    /** @description Options of a return. */
    ReturnTransaction: {
      flag?: components['schemas']['TransactionFlag'];
    };
    /** @description A code of the category Transaction Processing. Default: the first in the catalogue. */
    TransactionFlag: string;
    /** @description An ACH transaction. */
    Transaction: {
      id: components['schemas']['Id'];
      /** @description Key of the transaction; null without a key. */
      key: string | null;
      /**
       * @description The crypto status (§2.7).
       * @enum {string}
       */
      cryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
      /** @description Whether the bank returned the payment (§3.3). */
      returned: boolean;
      /** @description The hash; present if the transaction is COMPLETE. */
      transactionHash?: string;
      createTime: components['schemas']['Timestamp'];
      updateTime: components['schemas']['Timestamp'];
    };
    /** @description Messages, oldest first. */
    Inbox: {
      /** @description The messages. */
      items: components['schemas']['InboxMessage'][];
      nextCursor: components['schemas']['NextCursor'];
    };
    /** @description A one-time password that was sent. */
    InboxMessage: {
      id: components['schemas']['Id'];
      channel: components['schemas']['Channel'];
      /** @description The phone number or email address. */
      to: string;
      /** @description The one-time password. */
      code: string;
      /** @description The phoneId or emailId. */
      recordId: string;
      /** @description The client application that requested the code. */
      clientId: string;
      sentAt: components['schemas']['Timestamp'];
      expiresAt: components['schemas']['Timestamp'];
      /**
       * @description State of the one-time password.
       * @enum {string}
       */
      status: 'pending' | 'used' | 'replaced' | 'expired' | 'locked';
    };
    /**
     * @description The delivery channel of one-time passwords.
     * @enum {string}
     */
    Channel: 'sms' | 'email';
    /** @description The workspace clock. */
    Clock: {
      now: components['schemas']['Timestamp'];
      /** @description Whether the clock is frozen. */
      frozen: boolean;
    };
    /** @description A change of the clock; at most one of `now` and `advance`. */
    UpdateClock: {
      /**
       * Format: date-time
       * @description The new time (RFC 3339).
       */
      now?: string;
      advance?: components['schemas']['Duration'];
      /** @description Whether to freeze the clock. */
      frozen?: boolean;
    };
    /**
     * @description An operation of the service, by its operationId.
     * @enum {string}
     */
    ServiceOperation:
      | 'startWalletAuth'
      | 'authenticateWallet'
      | 'addWalletToUser'
      | 'sendSmsOtp'
      | 'authenticateSmsOtp'
      | 'sendEmailOtp'
      | 'authenticateEmailOtp'
      | 'getUser';
    /** @description Fault rules to set. */
    SetFaults: {
      /** @description The rules, in the order in which they are matched. */
      rules: components['schemas']['FaultRule'][];
    };
    /** @description A fault rule. */
    FaultRule: {
      id?: components['schemas']['FaultId'];
      match?: components['schemas']['FaultMatch'];
      effect: components['schemas']['FaultEffect'];
      times?: components['schemas']['FaultTimes'];
      probability?: components['schemas']['FaultProbability'];
    };
    /** @description The current faults. */
    Faults: {
      /** @description The rules, in the order in which they are matched. */
      rules: components['schemas']['Fault'][];
    };
    /** @description A rule and its number of hits. */
    Fault: {
      id: components['schemas']['FaultId'];
      match: components['schemas']['FaultMatch'];
      effect: components['schemas']['FaultEffect'];
      times?: components['schemas']['FaultTimes'];
      probability: components['schemas']['FaultProbability'];
      /** @description Number of requests that the rule was applied to. */
      hits: number;
    };
    /** @description Id of the rule. Default: generated. */
    FaultId: string;
    /** @description Maximum number of hits. Default: unlimited. */
    FaultTimes: number;
    /** @description Probability that the rule is applied to a matching request, derived from the seed. Default: 1. */
    FaultProbability: number;
    /** @description Conditions of matching requests. A request matches if all conditions are true. */
    FaultMatch: {
      operation?: components['schemas']['ServiceOperation'];
      /** @description The service-client-id of the request. */
      clientId?: string;
      /**
       * @description The user the request concerns (the user of its session token, or the owner of the
       *     wallet, number or address in it): id, key in the scenario, phone number, email address
       *     or wallet address.
       */
      user?: string;
      /** @description Request headers: names are case-insensitive, values must be equal. */
      headers?: {
        [key: string]: string;
      };
    };
    /**
     * @description The effect of the fault. With `status`, `code` or `body`, the fault responds instead of the
     *     service and no state changes. Otherwise the service handles the request after the delay.
     *     Status 429 includes Retry-After, except with the code `otpLocked`.
     */
    FaultEffect: {
      /**
       * @description Status of the response. Default: the status of `code`, or 200 if only `body` is given.
       *     With `status` alone, the response is the error of the dialect with this status.
       */
      status?: number;
      /**
       * @description Error code, returned in the error shape of the dialect: a `CauseCode`, with its message
       *     and status. If `status` is set, any other word is also allowed.
       */
      code?: string;
      /** @description Response body, any JSON; cannot be combined with `code`. */
      body?: unknown;
      /**
       * @description Delay before the response, in real time: an ISO 8601 duration or seconds; at most 60
       *     seconds.
       */
      delay?: string | number;
      /**
       * @description `drop`: closes the connection; the service does not receive the request. `drop` cannot be
       *     combined with a response. `truncate`: closes the connection after half of the response.
       *     `malformed`: the response is not JSON.
       * @enum {string}
       */
      connection?: 'drop' | 'truncate' | 'malformed';
    } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown);
    /** @description Chaos settings to apply. */
    SetChaos: {
      level: components['schemas']['ChaosLevel'];
      kinds?: components['schemas']['ChaosKinds'];
      maxConsecutive?: components['schemas']['ChaosMaxConsecutive'];
    };
    /** @description Chaos settings. */
    Chaos: {
      level: components['schemas']['ChaosLevel'];
      kinds: components['schemas']['ChaosKinds'];
      maxConsecutive: components['schemas']['ChaosMaxConsecutive'];
      /** @description The phrase at the start of challenges, if chaos has chosen one. */
      challengePhrase?: string;
    };
    /**
     * @description How often responses vary.
     * @enum {string}
     */
    ChaosLevel: 'off' | 'low' | 'high';
    /** @description The kinds of variations. Default: all. */
    ChaosKinds: components['schemas']['ChaosKind'][];
    /**
     * @description Maximum number of consecutive variations, both in the workspace and per client and operation.
     * @default 3
     */
    ChaosMaxConsecutive: number;
    /**
     * @description A kind of legal variation.
     * @enum {string}
     */
    ChaosKind:
      | 'unknownFields'
      | 'unknownFlag'
      | 'rateLimit'
      | 'slowResponse'
      | 'longPending'
      | 'challengePhrase';
    /**
     * @description An error code of the service.
     * @enum {string}
     */
    CauseCode:
      | 'clientCredentials'
      | 'bearer'
      | 'malformed'
      | 'invalidRequest'
      | 'signature'
      | 'challengeUnknown'
      | 'challengeExpired'
      | 'otpWrong'
      | 'otpExpired'
      | 'otpLocked'
      | 'identityUnknown'
      | 'flagRestricts'
      | 'identityTaken'
      | 'rateLimited'
      | 'tooLarge'
      | 'unsupportedMediaType'
      | 'notFound'
      | 'methodNotAllowed'
      | 'internal';
    /** @description A page of journal entries. */
    Journal: {
      /** @description The entries. */
      items: components['schemas']['JournalEntry'][];
      nextCursor: components['schemas']['NextCursor'];
    };
    /**
     * @description A request to the service and its response. Secret values, and values not defined in the
     *     contract, are replaced by `[redacted]`, or `[redacted string]` with their type.
     */
    JournalEntry: {
      /** @description Unique id of the entry. */
      id: string;
      at: components['schemas']['Timestamp'];
      /** @description The operation; null if no operation matches. */
      operation: components['schemas']['ServiceOperation'] | null;
      /** @description The service-client-id of the request, valid or not; null if missing. */
      clientId: string | null;
      /**
       * @description The user of the session token, the user who signed in, or the owner of the wallet,
       *     number or address in the request; null without such a user.
       */
      userId: string | null;
      /**
       * @description `accepted`; an error code; `fault` if a fault responded instead of the service;
       *     `aborted` if the client closed the connection first; `internal` for an internal error of
       *     the sandbox.
       */
      outcome: ('accepted' | 'fault' | 'aborted') | components['schemas']['CauseCode'];
      request: components['schemas']['JournalRequest'];
      /** @description The response; null if no response was sent. */
      response: components['schemas']['JournalResponse'] | null;
      /** @description Duration in real time, in milliseconds. */
      durationMs: number;
      rule?: components['schemas']['ViolatedRule'];
      /** @description Id of the applied fault; `prefer` for a response requested by the Prefer header. */
      fault?: string;
      /** @description The applied chaos variations. */
      chaos?: components['schemas']['ChaosKind'][];
      nearMiss?: components['schemas']['NearMiss'];
    };
    /** @description An HTTP archive (HAR 1.2). A request body that contains secrets is omitted. */
    Har: {
      /** @description The archive. */
      log: {
        /**
         * @description The version of the format.
         * @constant
         */
        version: '1.2';
        /** @description The creator of the archive. */
        creator: {
          /** @description Name of the creator. */
          name: string;
          /** @description Version of the creator. */
          version: string;
        };
        /** @description Requests with their responses, as HAR 1.2 defines them. */
        entries: {
          [key: string]: unknown;
        }[];
      };
    };
    /** @description The request. */
    JournalRequest: {
      /** @description The method. */
      method: string;
      /** @description The path as sent, without the workspace prefix. */
      path: string;
      query: components['schemas']['JournalFields'];
      headers: components['schemas']['JournalFields'];
      /** @description The body, if it was JSON. */
      body?: unknown;
      bodyOmitted?: components['schemas']['BodyOmitted'];
    };
    /** @description The response. */
    JournalResponse: {
      /** @description The status. */
      status: number;
      headers: components['schemas']['JournalFields'];
      /** @description The body, if any. */
      body?: unknown;
      bodyOmitted?: components['schemas']['BodyOmitted'];
    };
    /** @description Values by name (header names in lower case); a list if a name was repeated. */
    JournalFields: {
      [key: string]: string | string[];
    };
    /**
     * @description Why the body is omitted. `notRead`: the response was sent before the body was read.
     *     `notJson`: not JSON, so secrets cannot be detected. `tooLarge`: too large for the journal.
     * @enum {string}
     */
    BodyOmitted: 'notRead' | 'notJson' | 'tooLarge';
    /** @description The rule of the interface behind the error (openapi/requirements.yaml). */
    ViolatedRule: {
      /** @description Id of the rule. */
      id: string;
      /** @description Clause of the rule. */
      clause: string;
    };
    /** @description The most similar operation, for a request that matches no operation. */
    NearMiss: {
      operation: components['schemas']['ServiceOperation'];
      /** @description The method of the operation. */
      method: string;
      /** @description The path of the operation. */
      path: string;
      /** @description How the request differs from this operation. */
      differences: components['schemas']['Difference'][];
    };
    /** @description One difference. */
    Difference: {
      /**
       * @description The kind of difference.
       * @enum {string}
       */
      kind:
        | 'method'
        | 'encoding'
        | 'slashes'
        | 'trailingSlash'
        | 'case'
        | 'missingPrefix'
        | 'extraPrefix'
        | 'separator'
        | 'spelling';
      /** @description How to fix the difference, for developers. */
      message: string;
    };
    /** @description See `openapi/schemas/client-report.schema.json` for all fields. */
    ClientReport: {
      /**
       * @description Version of the format.
       * @constant
       */
      schemaVersion: 1;
      /** @description Name of the workspace. */
      workspace: string;
      /** @description Number of requests the report is based on. */
      requests: number;
      /** @description Rules of the interface that a client violated. */
      mistakes: unknown;
      /** @description The cases that the clients have covered, and the missing cases. */
      coverage: unknown;
    } & {
      [key: string]: unknown;
    };
    /** @description See `openapi/schemas/report.schema.json` for all fields. */
    ConformReport: {
      /**
       * @description Version of the format.
       * @constant
       */
      schemaVersion: 1;
      /** @description The tested deployment. */
      target: string;
      /** @description The checks and their verdicts. */
      results: components['schemas']['Document'][];
    } & {
      [key: string]: unknown;
    };
    /** @description The test wallets. */
    TestWalletList: {
      /** @description The wallets. */
      items: components['schemas']['TestWallet'][];
      nextCursor: components['schemas']['NextCursor'];
    };
    /** @description A wallet of a public test mnemonic. */
    TestWallet: {
      /** @description Address of the wallet (EIP-55). */
      address: string;
      /** @description Index of the wallet, used in scenarios. */
      index: number;
    };
    /** @description The message to sign. */
    SignMessage: {
      /** @description The text, signed as UTF-8. */
      message: string;
      fault?: components['schemas']['SignatureFault'];
      /** @description An earlier challenge; only with `staleChallenge`. */
      previous?: string;
    } & unknown;
    WalletRecords: {
      /** @description The records, oldest first. */
      records: components['schemas']['WalletRecord'][];
    };
    /** @description A request of an app to its wallet (EIP-1193), with the response. */
    WalletRecord: {
      /** @description A method, such as personal_sign. */
      method: string;
      /** @description The parameters as the app sent them. */
      params?: unknown;
      /** @description The selected chain (EIP-155). */
      chainId: number;
      /**
       * @description A record that is still pending is ignored.
       * @enum {string}
       */
      status: 'pending' | 'resolved' | 'rejected';
      /** @description The response; for personal_sign the signature. */
      result?: unknown;
      /** @description Why the wallet rejected the request (EIP-1193). */
      error?: {
        code: number;
        message: string;
      };
      /**
       * @description How the wallet made the signature invalid, as the test requested (`signWith`).
       * @enum {string}
       */
      signedWith?: 'wrongKey' | 'wrongMessage' | 'highS' | 'malformed';
    };
    /**
     * @description The error in the signature. `wrongKey`: signed by another test wallet. `wrongMessage`: signs
     *     an altered message. `staleChallenge`: signs `previous`, or a challenge that was never
     *     issued. `malformed`: truncated. `highS`: s is above half the curve order (EIP-2).
     *     `otherChain`: v encodes chain 1, as in a transaction (EIP-155).
     * @enum {string}
     */
    SignatureFault:
      'wrongKey' | 'wrongMessage' | 'staleChallenge' | 'malformed' | 'highS' | 'otherChain';
    /** @description A signature. */
    Signature: {
      /** @description r, s and v, 65 bytes; fewer when malformed. */
      signature: string;
    };
    /** @description A page of workspaces. */
    WorkspaceList: {
      /** @description The workspaces. */
      items: components['schemas']['Workspace'][];
      nextCursor: components['schemas']['NextCursor'];
    };
    /** @description Settings of a new workspace; `from` cannot be combined with `scenario`, `dialect` or `seed`. */
    CreateWorkspace: {
      name?: components['schemas']['WorkspaceName'];
      from?: components['schemas']['WorkspaceName'];
      /** @description A name in the library, or a document. */
      scenario?: string | components['schemas']['Document'];
      dialect?: components['schemas']['Document'];
      seed?: components['schemas']['Seed'];
    } & (unknown & unknown & unknown);
    /** @description A workspace. */
    Workspace: {
      name: components['schemas']['WorkspaceName'];
      /** @description Base URL of the service. */
      baseUrl: string;
      /** @description Base URL of this API. */
      controlUrl: string;
      /**
       * @description Base URL of the service that selects the workspace by host name, for clients that need a base
       *     URL without a path. Absent if clients reach the sandbox by a public URL or over the network.
       */
      hostUrl?: string;
      /** @description The client applications of the workspace. */
      clients: components['schemas']['Client'][];
      seed: components['schemas']['Seed'];
      /**
       * @description When the workspace is deleted if it receives no request, in real time; absent if the workspace
       *     never expires. Every request to the service or control API of the workspace, and every fork
       *     of the workspace, extends the time.
       */
      expiresAt?: components['schemas']['Timestamp'];
    };
    /** @description Name of a workspace. */
    WorkspaceName: string;
    /** @description A client application (§2.1). */
    Client: {
      /** @description service-client-id. */
      id: string;
      /** @description service-client-secret. */
      secret: string;
      /** @description Access token of the client (bearer token). */
      accessToken: string;
    };
    /** @description Seed of all random values. */
    Seed: number;
    /**
     * Format: uuid
     * @description A UUID.
     */
    Id: string;
    /**
     * Format: date-time
     * @description ISO 8601, UTC, with milliseconds.
     */
    Timestamp: string;
    /**
     * @description An ISO 8601 duration of weeks, days, hours, minutes and seconds; at most 10,000 years
     *     (P3660000D).
     */
    Duration: string;
    /** @description Why a request was rejected. */
    Error: {
      code: components['schemas']['ErrorCode'];
      /** @description The problem, for developers. */
      message: string;
      /** @description The invalid parts of the request. */
      details: components['schemas']['ErrorDetail'][];
      /** @description The findings about the document; with the codes invalidScenario and invalidDialect. */
      findings?: components['schemas']['Finding'][];
    };
    /** @description One problem in the request. */
    ErrorDetail: {
      /** @description JSON Pointer (RFC 6901) into the request, starting with /body, /query, /headers or /path. */
      pointer: string;
      /** @description The expected value. */
      message: string;
      /** @description The rule that the new state would violate. */
      rule?: string;
      /** @description The clause of the interface behind the rule. */
      clause?: string;
    };
    /**
     * @description The error code.
     * @enum {string}
     */
    ErrorCode:
      | 'malformed'
      | 'invalidRequest'
      | 'flagUnknown'
      | 'controlToken'
      | 'originNotAllowed'
      | 'hostNotAllowed'
      | 'notFound'
      | 'workspaceConflict'
      | 'workspaceUnknown'
      | 'userUnknown'
      | 'transactionUnknown'
      | 'walletUnknown'
      | 'methodNotAllowed'
      | 'notAcceptable'
      | 'illegalState'
      | 'workspaceExists'
      | 'workspaceLimit'
      | 'workspaceReset'
      | 'tooLarge'
      | 'unsupportedMediaType'
      | 'expectationFailed'
      | 'requestTimeout'
      | 'headersTooLarge'
      | 'invalidScenario'
      | 'invalidDialect'
      | 'internal'
      | 'notReady'
      | 'storeUnavailable';
  };
  responses: {
    /** @description The request is invalid, contains an unknown flag code, or selects two different workspaces. */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The control token is missing or wrong. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The request comes from a web page of another origin, or its Host header is not allowed. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Unknown workspace, user, transaction, wallet or path. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The Accept header excludes all available media types. */
    NotAcceptable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The workspace was reset or loaded during the request; nothing was written. */
    Reset: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The change is not legal in the current state; nothing was changed. */
    IllegalState: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /**
     * @description The store is temporarily unavailable. The message says whether nothing was changed, or the
     *     change may have been saved. Retry after the time in Retry-After.
     */
    StoreUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is too large. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The media type of the body is not supported by the operation. */
    MediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The document is invalid; nothing was loaded. */
    Findings: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: {
    /** @description Maximum number of items. Default: 100. */
    Limit: number;
    /**
     * @description Version of the document. 3.0 is OpenAPI 3.0.3, for generators that do not read 3.1. Conditions that 3.0
     *     cannot express are omitted, so the 3.0 schemas accept more than the 3.1 schemas.
     */
    OpenApiVersion: '3.1' | '3.0';
    /** @description The nextCursor of the previous page. */
    Cursor: string;
    /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
    UserRef: string;
    /** @description Id of the transaction. */
    TransactionId: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The process is running. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metrics. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain; version=0.0.4': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The workspace is available. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ready'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description The store is unreachable or not writable. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getOpenApi: {
    parameters: {
      query?: {
        /**
         * @description Version of the document. 3.0 is OpenAPI 3.0.3, for generators that do not read 3.1. Conditions that 3.0
         *     cannot express are omitted, so the 3.0 schemas accept more than the 3.1 schemas.
         */
        openapi?: components['parameters']['OpenApiVersion'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An OpenAPI document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getControlApi: {
    parameters: {
      query?: {
        /**
         * @description Version of the document. 3.0 is OpenAPI 3.0.3, for generators that do not read 3.1. Conditions that 3.0
         *     cannot express are omitted, so the 3.0 schemas accept more than the 3.1 schemas.
         */
        openapi?: components['parameters']['OpenApiVersion'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An OpenAPI document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getJwks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A JSON Web Key Set. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JwkSet'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getDialect: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dialect with a value for every key. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FilledDialect'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  listScenarios: {
    parameters: {
      query?: {
        /** @description Maximum number of items. Default: 100. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the previous page. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The library. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScenarioList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  readScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a scenario in the library. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scenario. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/yaml': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  checkScenario: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The scenario. */
    requestBody: {
      content: {
        'application/json': components['schemas']['LoadScenario'];
        'application/yaml': string;
      };
    };
    responses: {
      /** @description The findings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckedScenario'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  checkMessages: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The messages. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckMessages'];
      };
    };
    responses: {
      /** @description The findings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckedMessages'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  exportScenario: {
    parameters: {
      query?: {
        /** @description Whether to include the section `runtime`. Default: false. */
        runtime?: boolean;
        /**
         * @description Export only this user: id, key in the scenario, phone number, email address or wallet
         *     address. Cannot be combined with `runtime=true`.
         */
        user?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A scenario document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Document'];
          'application/yaml': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  loadScenario: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The scenario. */
    requestBody: {
      content: {
        'application/json': components['schemas']['LoadScenario'];
        'application/yaml': string;
      };
    };
    responses: {
      /** @description The scenario was loaded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoadedScenario'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      422: components['responses']['Findings'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  reset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /**
         * @description Words to search for (case-insensitive) in id, key, names, phone number, email address,
         *     wallet addresses, KYC status, flag codes and categories, transactions and linked
         *     clients.
         */
        q?: string;
        /** @description Whether to return the total number of users. Default: false. */
        total?: boolean;
        /** @description Maximum number of items. Default: 100. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the previous page. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of users. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  readUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxUser'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    /** @description The changes to make. */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateUser'];
      };
    };
    responses: {
      /** @description The changed user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxUser'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getExpectations: {
    parameters: {
      query?: {
        /** @description The client application that shows the user. Default: any. */
        clientId?: string;
      };
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the client must show. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Expectations'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getClientView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The response of the user read. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientView'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  listChanges: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The changes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Changes'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  undoChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user without the change. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxUser'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  submitKyc: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    /** @description The outcome. Default: approved. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['SubmitKyc'];
      };
    };
    responses: {
      /** @description The user with the new KYC status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxUser'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  submitTransaction: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, key in the scenario, phone number, email address or wallet address of the user. */
        ref: components['parameters']['UserRef'];
      };
      cookie?: never;
    };
    /** @description The transaction. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['SubmitTransaction'];
      };
    };
    responses: {
      /** @description The transaction. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Transaction'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  settleTransaction: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the transaction. */
        id: components['parameters']['TransactionId'];
      };
      cookie?: never;
    };
    /** @description The outcome. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SettleTransaction'];
      };
    };
    responses: {
      /** @description The transaction, COMPLETE or FAILED. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Transaction'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  returnTransaction: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the transaction. */
        id: components['parameters']['TransactionId'];
      };
      cookie?: never;
    };
    /** @description The flag to set. Default: the first flag of the category Transaction Processing. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['ReturnTransaction'];
      };
    };
    responses: {
      /** @description The transaction, returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Transaction'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  listInbox: {
    parameters: {
      query?: {
        /** @description Messages of this channel. */
        channel?: components['schemas']['Channel'];
        /** @description Messages to this phone number or email address. */
        to?: string;
        /** @description Only messages after the message with this id. An unknown id is ignored. */
        after?: string;
        /** @description Maximum time to wait for a message, in real time; at most PT30S. */
        wait?: components['schemas']['Duration'];
        /** @description Maximum number of items. Default: all. */
        limit?: number;
        /** @description The nextCursor of the previous page. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The messages. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Inbox'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  clearInbox: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The clock. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  updateClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The new time, and whether to freeze the clock. */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateClock'];
      };
    };
    responses: {
      /** @description The clock. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The faults. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Faults'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  setFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The rules, in the order in which they are matched. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SetFaults'];
      };
    };
    responses: {
      /** @description The current faults. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Faults'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  addFault: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The rule. */
    requestBody: {
      content: {
        'application/json': components['schemas']['FaultRule'];
      };
    };
    responses: {
      /** @description The added fault. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Fault'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  clearFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An empty list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Faults'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getChaos: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The chaos settings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Chaos'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  setChaos: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Level and kinds. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SetChaos'];
      };
    };
    responses: {
      /** @description The current chaos settings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Chaos'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  readJournal: {
    parameters: {
      query?: {
        /** @description json, or har for an HTTP archive (HAR 1.2); takes precedence over the Accept header. */
        format?: 'json' | 'har';
        /** @description Requests to this operation. */
        operation?: components['schemas']['ServiceOperation'];
        /** @description Requests with this service-client-id. */
        clientId?: string;
        /**
         * @description Requests that concern this user: id, key in the scenario, phone number, email address or
         *     wallet address. A number or address without a user is allowed too.
         */
        user?: string;
        /**
         * @description Requests with this outcome: `accepted`, `refused` (any error code), an error code such
         *     as `otpWrong`, `fault`, `aborted`, `internal`, or a status such as `401`.
         */
        outcome?: string;
        /** @description The entry with this id; an empty list if the id is unknown or the entry is no longer recorded. Not for streams. */
        id?: string;
        /** @description Only entries after the entry with this id. An unknown id is ignored. */
        after?: string;
        /** @description Sort order. Default: `oldest` first. */
        order?: 'oldest' | 'newest';
        /** @description Maximum number of items. Default: 100. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the previous page. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: {
        /** @description The last event received before the connection was lost; takes precedence over `after`. */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Journal'];
          'application/har+json': components['schemas']['Har'];
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  clearJournal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getClientReport: {
    parameters: {
      query?: {
        /** @description Format of the report; takes precedence over the Accept header. Default: json. */
        format?: 'json' | 'junit' | 'html' | 'markdown';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientReport'];
          'application/xml': string;
          'text/html': string;
          'text/markdown': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Reset'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  getConformReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConformReport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  listWallets: {
    parameters: {
      query?: {
        /** @description Maximum number of items. Default: 100. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the previous page. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The wallets. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestWalletList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  signWithWallet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Address of a test wallet, in upper or lower case. */
        address: string;
      };
      cookie?: never;
    };
    /** @description The message to sign. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SignMessage'];
      };
    };
    responses: {
      /** @description The signature. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Signature'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  addWalletRecords: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The records. */
    requestBody: {
      content: {
        'application/json': components['schemas']['WalletRecords'];
      };
    };
    responses: {
      /** @description The records were added. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Reset'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  listWorkspaces: {
    parameters: {
      query?: {
        /** @description Maximum number of items. Default: 100. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the previous page. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of workspaces. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkspaceList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  createWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Settings of the workspace. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateWorkspace'];
      };
    };
    responses: {
      /** @description The workspace. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      422: components['responses']['Findings'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  readWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the workspace. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The workspace. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      503: components['responses']['StoreUnavailable'];
    };
  };
  deleteWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the workspace. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IllegalState'];
      503: components['responses']['StoreUnavailable'];
    };
  };
}
