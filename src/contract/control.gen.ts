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
     * Tell what runs here
     * @description Name and version of the sandbox, what the workspace was made with, and how its store is. 200 says that the process lives, whatever the store does; whether calls are answered says /ready.
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
     * @description Calls by what they were and how they ended, how long the service took, the store and the process
     *     itself, in the text format of Prometheus. They are of the whole process and counted since its
     *     start, so they are read at the root, under `/sandbox`. Labels have words of the contract only, and nothing
     *     that a caller has sent.
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
     * Tell whether calls are answered
     * @description Asks the store for the workspace, and whether it can be written to. It needs no control token at the root, under `/sandbox`; of another workspace it would tell that there is one.
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
     * @description The contract of the service with the dialect of the workspace laid over it, and with what the sandbox
     *     itself responds on every path: an unknown workspace, a reset meanwhile, a store that is unavailable.
     *     `flagbearer contract` prints it without those.
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
     * @description The document that you are reading.
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
     * @description The keys that sign the sessions of the workspace (RFC 7517). The workspace gets its key at
     *     the first need. HS256 has no public key, so none is shown. The keys of one workspace are
     *     worth nothing in another, but for a fork, which shares those of its origin, and for a
     *     snapshot, which takes them along.
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
     * @description Every point that the interface leaves open, as this workspace decides it. It is fixed.
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
     * List the scenarios that ship
     * @description The names that `PUT /scenario` and `POST /workspaces` take.
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
        /** @description A name of the library. */
        name: string;
      };
      cookie?: never;
    };
    /**
     * Read a scenario that ships
     * @description As it is written, comments included, to start one of your own from.
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
     * @description What `PUT /scenario` would say of it, and nothing is changed. YAML has findings with line and
     *     column.
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
     * Check the texts of a client
     * @description Whether a client has a message for each flag of the catalogue (§7.1): what
     *     `flagbearer messages check` says of a file. Nothing is changed.
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
     * Export the present state as a scenario
     * @description What `PUT /scenario` takes back, in any workspace. With `runtime=true` it is a snapshot: it
     *     has the section `runtime` too, with clock, challenges, one-time passwords, sessions, signing
     *     keys and what draws have been made, so that from there the same requests get the same answers
     *     in any workspace of the same dialect. It holds secrets: private keys and codes. Faults,
     *     chaos, journal and client report are not in it. `Accept: application/yaml` asks for YAML; JSON
     *     is the answer otherwise.
     */
    get: operations['exportScenario'];
    /**
     * Load a scenario
     * @description By its name in the library, as a document, or as YAML, whose findings have line and column.
     *     All of it is loaded or nothing. Inbox, challenges, one-time passwords, sessions and clock
     *     start anew, or as a snapshot has them; faults, journal and client report are empty, and chaos is
     *     that of the start. A snapshot
     *     of another dialect is refused: the dialect of a workspace is fixed. Make one of it:
     *     `POST /workspaces` with the snapshot as `scenario`.
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
     * Go back to the loaded scenario
     * @description Drops all that changed since, inbox, sessions, clock, faults, chaos, journal and client report
     *     included. Where a snapshot was loaded, all is as it was in the snapshot.
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
     * @description In the order in which they were made; with `q`, those that have each of its words. A cursor is the
     *     position of the first user of its page, so any page of a long list can be asked for at once.
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
     * @description All that the sandbox knows of a user; what was due to settle has settled.
     */
    get: operations['readUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change KYC status and flags
     * @description All changes together have to be legal; else none is made. A flag that the user has already,
     *     or that is removed without being there, changes nothing.
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
     * Tell what a client has to show of a user
     * @description What follows from the state of the account by the rules of the interface: the message of each
     *     flag (§7.1), what stays visible (§7.2, §7.3), which writes are refused (§7.4), whether the
     *     user has to be onboarded (§5.6), and what the client does next.
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
     * @description What the user read of the service answers to whoever may read this user, in the words of the
     *     dialect: the same bytes, without a session. It does not show in the journal.
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
     * Tell which changes of a user are legal
     * @description Every single change that this API could make to the user as they are now: each KYC status, each
     *     flag of the catalogue, a submission, and what could become of each transaction. One that is not
     *     legal says why, in the words in which the change itself would be refused.
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
     * Take the last change of a user back
     * @description The last one that this API has made to the user, as if it had not been; then the one before it,
     *     for as many as are remembered. What the service has done to the user since is never undone: then
     *     the change can't be taken back. A reset and a loading forget what could be undone, and a snapshot
     *     has none of it; a store that keeps the workspace keeps it, and replicas share it.
     *     The client report keeps what the change asked of the clients.
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
     * @description The submission itself is not part of the interface (§1). It is a write, so a Fraud flag
     *     refuses it (§7.4).
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
     * @description It starts as PENDING, always (§3). `settles` lets it settle by itself, by the workspace
     *     clock. It is a write, so a Fraud flag refuses it (§7.4).
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
     * @description Success makes it COMPLETE, with its transactionHash. Failure makes it FAILED and sets a
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
     * Let the bank return a payment
     * @description A COMPLETE transaction stays COMPLETE; the account gets a Transaction Processing flag (§3
     *     rule 3).
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
     * @description Oldest first. With `wait`, the answer comes as soon as there is a message that fits, or
     *     empty when the time is over.
     */
    get: operations['listInbox'];
    put?: never;
    post?: never;
    /**
     * Empty the inbox
     * @description The one-time passwords stay valid.
     */
    delete: operations['emptyInbox'];
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
     * @description Everything that expires or settles does so by this clock.
     */
    get: operations['getClock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Move, stop or start the workspace clock
     * @description To an instant (`now`), or on by a duration (`advance`). It never goes back.
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
     * @description The rules in their order, each with how often it has struck.
     */
    get: operations['getFaults'];
    /**
     * Set the faults
     * @description These rules take the place of those that were there. The first rule that fits a call of the
     *     service, has strikes left and is drawn, strikes; the others leave that call alone. A rule
     *     without `match` fits every call. What a rule answers carries the header
     *     `flagbearer-fault: <id>`.
     */
    put: operations['setFaults'];
    /**
     * Add a fault
     * @description Behind those that are there, which keep their strikes. At most 100 rules can be set.
     */
    post: operations['addFault'];
    /**
     * Remove all faults
     * @description Calls that a fault delays already go on waiting.
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
     * Read the chaos
     * @description The level, the kinds, and what was chosen for the workspace.
     */
    get: operations['getChaos'];
    /**
     * Set the chaos
     * @description From now on, with nothing counted. Whether a call is disturbed, and how, is drawn from the seed
     *     of the workspace. What is done to a call is legal by the interface, and by the contract that
     *     `GET /openapi.json` shows meanwhile; its answer carries `flagbearer-chaos: <kinds>`. A call that
     *     a fault strikes, or that asks for an answer by Prefer, is left alone.
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
     * Read the calls of the service
     * @description Oldest first, secrets left out; calls of this API are not among them. All filters that are
     *     given have to fit. With `Accept: text/event-stream` the calls that follow are sent as they
     *     end, one server-sent event each, until the workspace is reset or deleted or the sandbox ends;
     *     `Last-Event-ID`, or `after`, has the stream begin behind an entry. `format=har` returns the requests
     *     as an HTTP archive, all of them unless `limit` is given; Playwright's `routeFromHAR` replays it.
     */
    get: operations['readJournal'];
    put?: never;
    post?: never;
    /**
     * Empty the journal
     * @description Streams go on with what comes next.
     */
    delete: operations['emptyJournal'];
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
     * Report on the clients
     * @description What the clients of the workspace did wrong against the interface, by clause, and what they
     *     never came across: of all calls since the workspace was made, loaded or reset, or its journal
     *     emptied. What is owed, such as a user read after a KYC submission, is judged as of now.
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
     * @description The report.json of the folder that the sandbox was started with (`--conform-report`), as it is
     *     now. Without one there is none.
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
     * @description The first wallets of the public test mnemonic. Their keys are public.
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
        /** @description Address of a test wallet, in any case. */
        address: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign with a test wallet
     * @description As an EIP-191 personal message, which `authenticateWallet` takes. With `fault`, in a way that
     *     it has to refuse, or for `highS` may (dialect: wallet.signature.accepts).
     */
    post: operations['signWithWallet'];
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
     * @description In the order in which they were made.
     */
    get: operations['listWorkspaces'];
    put?: never;
    /**
     * Make a workspace
     * @description At the root only. A fork of `from` as it is now, keys, sessions, faults and chaos included, with a
     *     journal of its own; or a new one, which has the scenario, the dialect and the seed of the start unless it is given others. A
     *     scenario that is a snapshot brings its dialect, unless one is given. There may be so many
     *     workspaces beside the default one (`--workspace-limit`); what nobody has called for some
     *     time (`--workspace-ttl`) is gone.
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
     * @description Where it is, and the client applications that may call it.
     */
    get: operations['readWorkspace'];
    put?: never;
    post?: never;
    /**
     * Delete a workspace
     * @description With all that is in it. The default workspace stays.
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
    /** @description What runs here. */
    Health: {
      /**
       * @description Always ok.
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
      /** @description Equal for dialects that are equal. */
      dialectHash: string;
      store: components['schemas']['StoreHealth'];
    };
    /** @description Where the state is kept, and whether it can be written there at this moment. */
    StoreHealth: {
      /**
       * @description What keeps it.
       * @enum {string}
       */
      engine: 'memory' | 'file' | 'postgres';
      /**
       * @description unavailable: calls that write are refused with 503 until it is ok again.
       * @enum {string}
       */
      status: 'ok' | 'unavailable';
      /** @description Why it is unavailable, for people. */
      reason?: string;
    };
    /** @description Whether calls are answered. */
    Ready: {
      /**
       * @description Always ready.
       * @enum {string}
       */
      status: 'ready';
    };
    /** @description A document with a schema of its own. */
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
    /** @description The scenarios that ship. */
    ScenarioList: {
      /** @description The scenarios. */
      items: components['schemas']['ScenarioSummary'][];
      nextCursor: components['schemas']['NextCursor'];
    };
    /** @description A scenario of the library. */
    ScenarioSummary: {
      /** @description Its name. */
      name: string;
      /** @description What it is for. */
      description: string;
    };
    /**
     * @description Which scenario to load: exactly one of `name` and `document`. What has `users` is the document
     *     itself, as `GET /scenario` gives it.
     */
    LoadScenario: {
      /** @description A name of the library. */
      name?: string;
      document?: components['schemas']['Document'];
      /** @description Those of a document. */
      users?: unknown;
    };
    /** @description What was loaded. */
    LoadedScenario: {
      /** @description Name of the scenario. */
      name: string;
      /** @description How many users it has. */
      users: number;
      /** @description What is legal, yet looks like a mistake. */
      warnings: components['schemas']['Findings'];
    };
    /** @description What the rules say of a scenario. It can be loaded when none of the findings is an error. */
    CheckedScenario: {
      /** @description Errors and warnings; empty where there is nothing to report. */
      findings: components['schemas']['Findings'];
    };
    /** @description A file with the texts of a client. */
    CheckMessages: {
      /** @description What the file says: JSON, YAML or properties. */
      text: string;
      /** @description What the file is called; one that ends in .properties is read as such, any other as JSON or YAML. */
      file?: string;
      /**
       * @description What stands before the codes: errors.flags where the text of K1001 is at errors.flags.K1001, nested
       *     or flat. Without it: flags, where there is such a key, else nothing.
       */
      keyPrefix?: string;
    };
    /** @description What the rules say of the texts. Each flag has its message when none of the findings is an error. */
    CheckedMessages: {
      /** @description Errors and warnings; empty where there is nothing to report. */
      findings: components['schemas']['Findings'];
      /** @description Where no flag was found under the prefix, one under which there are some. */
      keyPrefix?: string;
    };
    /** @description Something that a rule has to say about a document. */
    Finding: {
      /** @description Id of the rule. */
      rule: string;
      /** @description The clause of the interface that the rule rests on; null where it rests on the format alone. */
      clause: string | null;
      /**
       * @description Whether it keeps the document from being loaded.
       * @enum {string}
       */
      severity: 'error' | 'warning';
      /** @description What is wrong. */
      message: string;
      /** @description What to do about it. */
      hint: string | null;
      /** @description JSON Pointer (RFC 6901) into the document. */
      pointer: string;
      /** @description The file. */
      file?: string;
      /** @description The line, from 1. */
      line?: number;
      /** @description The column, from 1. */
      column?: number;
      /** @description With the rule `more-findings`, how many more findings there are. */
      omitted?: number;
    };
    /**
     * @description Errors and warnings. The first 100 are shown, errors first; how many more there are is in a last one
     *     for errors and one for warnings, with the rule `more-findings`.
     */
    Findings: components['schemas']['Finding'][];
    /** @description A page of users. */
    UserList: {
      /** @description The users. */
      items: components['schemas']['SandboxUser'][];
      nextCursor: components['schemas']['NextCursor'];
      /** @description How many there are, on all pages together; where that was asked for. */
      total?: number;
    };
    /** @description The cursor of the next page; null on the last. */
    NextCursor: string | null;
    /** @description All that the sandbox knows of a user. A flag withholds nothing here. */
    SandboxUser: {
      id: components['schemas']['Id'];
      /** @description Key of the user in the scenario; null for one who signed up. */
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
      /** @description Ids of the client applications that are linked to the account (§5.6). */
      linkedClients: string[];
      createTime: components['schemas']['Timestamp'];
      updateTime: components['schemas']['Timestamp'];
      fixedCode?: components['schemas']['FixedCode'];
    };
    /** @description The user read of the service, and what it answers. */
    ClientView: {
      /**
       * @description Its method.
       * @enum {string}
       */
      method: 'GET';
      /** @description Its path in the dialect. */
      path: string;
      /** @description The status of the answer. */
      status: number;
      body: components['schemas']['Document'];
    };
    /** @description What could be done to a user, and what was done last. */
    Changes: {
      /** @description The change that `:undo` would take back; null for none. */
      lastChange: components['schemas']['LastChange'] | null;
      /** @description The changes. */
      items: components['schemas']['Change'][];
    };
    /** @description A change that this API has made. */
    LastChange: {
      operation: components['schemas']['ChangingOperation'];
      at: components['schemas']['Timestamp'];
    };
    /** @description A call of this API that changes a user. */
    Change: {
      operation: components['schemas']['ChangingOperation'];
      transactionId?: components['schemas']['Id'];
      body: components['schemas']['Document'];
      /**
       * @description `legal`: it would be accepted. `illegal`: it would be refused, for the reason given. `noChange`:
       *     the user is so already.
       * @enum {string}
       */
      verdict: 'legal' | 'illegal' | 'noChange';
      reason?: components['schemas']['ChangeReason'];
    };
    /** @description Why a change is not legal. */
    ChangeReason: {
      /** @description Id of the rule that it would break. */
      rule: string;
      /** @description The clause of the interface that the rule rests on. */
      clause: string;
      /** @description What is in the way, for people. */
      message: string;
    };
    /**
     * @description An operation of this API that changes a user.
     * @enum {string}
     */
    ChangingOperation:
      'updateUser' | 'submitKyc' | 'submitTransaction' | 'settleTransaction' | 'returnTransaction';
    /** @description What the user told about themselves. */
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
      /** @description Its category; null where the interface shows none, as for F0000. */
      category: components['schemas']['FlagCategory'] | null;
    };
    /** @description A code of the dialect's flag catalogue. */
    FlagCode: string;
    /**
     * @description A category of flags, in the words of the interface (§2.7).
     * @enum {string}
     */
    FlagCategory: 'Fraud' | 'KYC Review' | 'Transaction Processing';
    /** @description Codes of the dialect's flag catalogue. */
    FlagCodes: components['schemas']['FlagCode'][];
    /** @description A crypto wallet of the user. */
    Wallet: {
      /** @description Its address. */
      address: string;
      /**
       * @description Its network, if it was received with one.
       * @enum {string}
       */
      network?: 'ETHEREUM' | 'POLYGON';
      /** @description Its type, if it was received with one. */
      type?: string;
      /**
       * @description Whether the user has authenticated it (§3).
       * @enum {string}
       */
      status: 'unverified' | 'verified';
    };
    /** @description What to change about a user. */
    UpdateUser: {
      kycStatus?: components['schemas']['KycStatus'];
      addFlags?: components['schemas']['FlagCodes'];
      removeFlags?: components['schemas']['FlagCodes'];
      /**
       * @description The digits of every further one-time password of the user, by SMS and email; null draws them
       *     again. A fixed code still expires, locks after wrong attempts and works once per send.
       */
      fixedCode?: components['schemas']['FixedCode'] | null;
    };
    /** @description The digits of a one-time password that are known in advance. */
    FixedCode: string;
    /** @description How a KYC submission ends. */
    SubmitKyc: {
      outcome?: components['schemas']['KycStatus'];
      flags?: components['schemas']['FlagCodes'];
    };
    /** @description What a client application has to show of a user, will be refused, and does next. */
    Expectations: {
      /** @description Key of the user in the scenario; the id of one without. */
      user: string;
      /** @description One for each flag, in the order in which the flags were set (§7.1). */
      messages: components['schemas']['ExpectedMessage'][];
      /**
       * @description Whether the user still has access to their personal information (§7.2).
       * @enum {string}
       */
      personalInformation: 'visible' | 'withheld';
      /**
       * @description Always visible (§7.3).
       * @enum {string}
       */
      transactionHistory: 'visible';
      /**
       * @description Whether the account can be written to (§7.4).
       * @enum {string}
       */
      writes: 'allowed' | 'restricted';
      /**
       * @description The operations that are refused where they would write to the account (§7.4), each once. An
       *     operation is an operationId of the service; or, for a submission that the interface does not
       *     show, of this API.
       */
      restrictedOperations: components['schemas']['WritingOperation'][];
      /**
       * @description Which write of which operation that is. A call that makes none of these writes, such as a
       *     sign-in, is accepted.
       */
      restrictedWrites: components['schemas']['RestrictedWrite'][];
      /**
       * @description Whether the client has to onboard the user. Who has submitted KYC, to whichever client, skips it (§5.6).
       * @enum {string}
       */
      onboarding: 'required' | 'skipped';
      /** @description What the client has to do. */
      next: components['schemas']['NextStep'][];
    };
    /** @description A flag that the client has to tell the user of. */
    ExpectedMessage: {
      flag: components['schemas']['FlagCode'];
      /** @description Its category; null where the interface shows none, as for F0000. */
      category: components['schemas']['FlagCategory'] | null;
      /** @description Where the client keeps its text: flags.K1001. */
      messageKey: string;
      /** @description The clause that says what the flag means. */
      clause: string;
      severity: components['schemas']['Severity'];
    };
    /**
     * @description How much a flag weighs. `blocking`: it takes writes (§7.4) or the personal information (§7.2)
     *     from the user. `error`: a payment has failed (§3 rule 3). `warning`: nothing is lost by it.
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
    /** @description A write that is refused, and the operation that would make it. */
    RestrictedWrite: {
      operation: components['schemas']['WritingOperation'];
      /**
       * @description The write, in the words of the dialect (flags.fraudRestricts), or a submission.
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
    /** @description Something that the client has to do. */
    NextStep: {
      /**
       * @description `linkAccount`: let the user link this client to the account, by signing in. `reviewFlags`:
       *     choose what to say by the flags. `showMessage`: show the message of each flag.
       *     `readUserAgain`: a status will change. `submitKyc`: onboard the user. `verifyWallet`: ask
       *     the user to authenticate an unverified wallet.
       * @enum {string}
       */
      action:
        | 'linkAccount'
        | 'reviewFlags'
        | 'showMessage'
        | 'readUserAgain'
        | 'submitKyc'
        | 'verifyWallet';
      /** @description The clause that asks for it. */
      clause: string;
    };
    /** @description A transaction to submit. */
    SubmitTransaction: {
      /** @description A name of your own for it. */
      key?: string;
      settles?: components['schemas']['Settlement'];
    };
    /** @description How a transaction settles by itself. */
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
    /** @description What the return of a payment sets. */
    ReturnTransaction: {
      flag?: components['schemas']['TransactionFlag'];
    };
    /** @description A code of the category Transaction Processing; the first of the catalogue when left out. */
    TransactionFlag: string;
    /** @description An ACH transaction. */
    Transaction: {
      id: components['schemas']['Id'];
      /** @description The name it was given, if any. */
      key: string | null;
      /**
       * @description Its crypto status (§2.7).
       * @enum {string}
       */
      cryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
      /** @description Whether the bank took the payment back (§3 rule 3). */
      returned: boolean;
      /** @description Its hash; there once it is COMPLETE. */
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
      /** @description The client application that had it sent. */
      clientId: string;
      sentAt: components['schemas']['Timestamp'];
      expiresAt: components['schemas']['Timestamp'];
      /**
       * @description What became of it.
       * @enum {string}
       */
      status: 'pending' | 'used' | 'replaced' | 'expired' | 'locked';
    };
    /**
     * @description How one-time passwords are sent.
     * @enum {string}
     */
    Channel: 'sms' | 'email';
    /** @description The workspace clock. */
    Clock: {
      now: components['schemas']['Timestamp'];
      /** @description Whether it stands still. */
      frozen: boolean;
    };
    /** @description A change of the clock; `now` and `advance` exclude each other. */
    UpdateClock: {
      /**
       * Format: date-time
       * @description The instant to move to (RFC 3339).
       */
      now?: string;
      advance?: components['schemas']['Duration'];
      /** @description Whether it stands still from there. */
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
    /** @description The rules that calls are to go wrong by. */
    SetFaults: {
      /** @description The rules, in the order in which they are tried. */
      rules: components['schemas']['FaultRule'][];
    };
    /** @description What goes wrong, and with which calls. */
    FaultRule: {
      id?: components['schemas']['FaultId'];
      match?: components['schemas']['FaultMatch'];
      effect: components['schemas']['FaultEffect'];
      times?: components['schemas']['FaultTimes'];
      probability?: components['schemas']['FaultProbability'];
    };
    /** @description The faults that are set. */
    Faults: {
      /** @description The rules, in the order in which they are tried. */
      rules: components['schemas']['Fault'][];
    };
    /** @description A rule, and how often it has struck. */
    Fault: {
      id: components['schemas']['FaultId'];
      match: components['schemas']['FaultMatch'];
      effect: components['schemas']['FaultEffect'];
      times?: components['schemas']['FaultTimes'];
      probability: components['schemas']['FaultProbability'];
      /** @description How often it has struck. */
      hits: number;
    };
    /** @description Its name; made where none is given. */
    FaultId: string;
    /** @description How often it strikes at most; without it, always. */
    FaultTimes: number;
    /** @description How likely it strikes a call that fits, drawn from the seed; 1 when left out. */
    FaultProbability: number;
    /** @description Which calls fit; all that is given has to. */
    FaultMatch: {
      operation?: components['schemas']['ServiceOperation'];
      /** @description The service-client-id that the call gives. */
      clientId?: string;
      /**
       * @description The user that the call is about, by id, key in the scenario, phone number, email address or
       *     wallet address: whose session it carries, or whose wallet, number or address it names.
       */
      user?: string;
      /** @description Headers of the call, by name in any case, and their whole values. */
      headers?: {
        [key: string]: string;
      };
    };
    /**
     * @description What happens. With `status`, `code` or `body` the call is answered in place of the service, and
     *     nothing changes. Without, the service takes the call when the delay is over. 429 comes with
     *     Retry-After, but for the code `otpLocked`.
     */
    FaultEffect: {
      /** @description The status of the answer; that of `code` when left out, 200 with `body` alone. Without code and body, the refusal that has this status. */
      status?: number;
      /** @description The code of the error, in the shape of the dialect. A cause of refusals (`CauseCode`), with its words and its status; beside `status` any other word, too. */
      code?: string;
      /** @description The body of the answer, any JSON; excludes `code`. */
      body?: unknown;
      /** @description How long the call waits first, in wall time, as a duration (ISO 8601) or in seconds, as a number or in digits; 60 seconds at most. */
      delay?: string | number;
      /**
       * @description `drop`: the connection is closed, and the service never sees the call; excludes an answer.
       *     `truncate`: it is closed after half of the answer, be it of the service or of this rule.
       *     `malformed`: the answer is broken JSON.
       * @enum {string}
       */
      connection?: 'drop' | 'truncate' | 'malformed';
    } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown);
    /** @description What chaos there is to be. */
    SetChaos: {
      level: components['schemas']['ChaosLevel'];
      kinds?: components['schemas']['ChaosKinds'];
      maxConsecutive?: components['schemas']['ChaosMaxConsecutive'];
    };
    /** @description What chaos there is. */
    Chaos: {
      level: components['schemas']['ChaosLevel'];
      kinds: components['schemas']['ChaosKinds'];
      maxConsecutive: components['schemas']['ChaosMaxConsecutive'];
      /** @description The phrase that challenges begin with, where chaos has chosen one. */
      challengePhrase?: string;
    };
    /**
     * @description How often calls are disturbed.
     * @enum {string}
     */
    ChaosLevel: 'off' | 'low' | 'high';
    /** @description What may be done to them; every kind when left out. */
    ChaosKinds: components['schemas']['ChaosKind'][];
    /**
     * @description How many calls in a row are disturbed at most, of the workspace and of one client's calls of one
     *     operation. The next one is left alone.
     * @default 3
     */
    ChaosMaxConsecutive: number;
    /**
     * @description Something that a legal deployment may do.
     * @enum {string}
     */
    ChaosKind:
      | 'unknownFields'
      | 'unknownFlag'
      | 'rateLimit'
      | 'slowAnswer'
      | 'longPending'
      | 'challengePhrase';
    /**
     * @description A code of a refusal of the service, which is answered as the dialect words it.
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
    /** @description A page of calls. */
    Journal: {
      /** @description The calls. */
      items: components['schemas']['JournalEntry'][];
      nextCursor: components['schemas']['NextCursor'];
    };
    /** @description A call of the service. A value that is secret, or that the contract does not name, reads `[redacted]`, or `[redacted string]` with its kind. */
    JournalEntry: {
      /** @description Its id; no other call has had it. */
      id: string;
      at: components['schemas']['Timestamp'];
      /** @description The operation; null where the call fits none. */
      operation: components['schemas']['ServiceOperation'] | null;
      /** @description The service-client-id that it gave, right or wrong; null without one. */
      clientId: string | null;
      /**
       * @description The user whose session it carried, who was signed in, or who has the wallet, number or
       *     address that it names; null where that is nobody.
       */
      userId: string | null;
      /**
       * @description `accepted`; the cause of a refusal; `fault` where a fault answered in place of the service;
       *     `aborted` where the caller went away first; `internal` for a mistake of the sandbox.
       */
      outcome: ('accepted' | 'fault' | 'aborted') | components['schemas']['CauseCode'];
      request: components['schemas']['JournalRequest'];
      /** @description The answer; null where none went out. */
      response: components['schemas']['JournalResponse'] | null;
      /** @description How long it took in wall time, in milliseconds. */
      durationMs: number;
      rule?: components['schemas']['BrokenRule'];
      /** @description The fault that struck it, `prefer` for one that it asked for. */
      fault?: string;
      /** @description What chaos has done to it. */
      chaos?: components['schemas']['ChaosKind'][];
      nearMiss?: components['schemas']['NearMiss'];
    };
    /** @description An HTTP archive (HAR 1.2). A request body of which a part is secret is left out. */
    Har: {
      /** @description The archive. */
      log: {
        /**
         * @description The version of the format.
         * @constant
         */
        version: '1.2';
        /** @description What wrote the archive. */
        creator: {
          /** @description Its name. */
          name: string;
          /** @description Its version. */
          version: string;
        };
        /** @description Requests with their responses, as HAR 1.2 defines them. */
        entries: {
          [key: string]: unknown;
        }[];
      };
    };
    /** @description What was asked. */
    JournalRequest: {
      /** @description The method. */
      method: string;
      /** @description The path as it was sent, without that of the workspace. */
      path: string;
      query: components['schemas']['JournalFields'];
      headers: components['schemas']['JournalFields'];
      /** @description The body, where it was JSON. */
      body?: unknown;
      bodyOmitted?: components['schemas']['BodyOmitted'];
    };
    /** @description What was answered. */
    JournalResponse: {
      /** @description The status. */
      status: number;
      headers: components['schemas']['JournalFields'];
      /** @description The body, if there was one. */
      body?: unknown;
      bodyOmitted?: components['schemas']['BodyOmitted'];
    };
    /** @description Values by name, in lower case for headers; a list where a name came more than once. */
    JournalFields: {
      [key: string]: string | string[];
    };
    /**
     * @description Why a body that there was is not here. `notRead`: the call was answered before it was read.
     *     `notJson`: what is secret in it can't be told. `tooLarge`: it would fill the journal.
     * @enum {string}
     */
    BodyOmitted: 'notRead' | 'notJson' | 'tooLarge';
    /** @description The rule of the interface that the refusal of the call rests on (openapi/requirements.yaml). */
    BrokenRule: {
      /** @description Id of the rule. */
      id: string;
      /** @description Its clause. */
      clause: string;
    };
    /** @description The operation that a call which fits none comes nearest to. */
    NearMiss: {
      operation: components['schemas']['ServiceOperation'];
      /** @description The method of the operation. */
      method: string;
      /** @description The path of the operation. */
      path: string;
      /** @description How the call differs from it. */
      differences: components['schemas']['Difference'][];
    };
    /** @description One thing that would have to be different. */
    Difference: {
      /**
       * @description What it is about.
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
      /** @description What to do about it, for people. */
      message: string;
    };
    /** @description All of it is in `openapi/schemas/client-report.schema.json`. */
    ClientReport: {
      /**
       * @description Version of the format.
       * @constant
       */
      schemaVersion: 1;
      /** @description Whose calls they are. */
      workspace: string;
      /** @description How many calls it rests on. */
      calls: number;
      /** @description Rules of the interface that a client broke. */
      mistakes: unknown;
      /** @description What the clients have met, and what not yet. */
      coverage: unknown;
    } & {
      [key: string]: unknown;
    };
    /** @description All of it is in `openapi/schemas/report.schema.json`. */
    ConformReport: {
      /**
       * @description Version of the format.
       * @constant
       */
      schemaVersion: 1;
      /** @description The deployment that was looked at. */
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
    /** @description A wallet of the public test mnemonic. */
    TestWallet: {
      /** @description Its address (EIP-55). */
      address: string;
      /** @description Its index, which a scenario names it by. */
      index: number;
    };
    /** @description What to sign. */
    SignMessage: {
      /** @description The text, signed as UTF-8. */
      message: string;
      fault?: components['schemas']['SignatureFault'];
      /** @description The challenge that was to be signed before; only with `staleChallenge`. */
      previous?: string;
    } & unknown;
    /**
     * @description What is wrong with the signature. `wrongKey`: another test wallet signs. `wrongMessage`: the
     *     text is altered first. `staleChallenge`: `previous` is signed, or where it is left out a
     *     challenge that was never handed out. `malformed`: it is cut short.
     *     `highS`: s lies above half the order (EIP-2). `otherChain`: v names chain 1, as in a
     *     transaction (EIP-155).
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
    /** @description What the workspace is to be; `from` excludes `scenario`, `dialect` and `seed`. */
    CreateWorkspace: {
      name?: components['schemas']['WorkspaceName'];
      from?: components['schemas']['WorkspaceName'];
      /** @description A name of the library, or a document. */
      scenario?: string | components['schemas']['Document'];
      dialect?: components['schemas']['Document'];
      seed?: components['schemas']['Seed'];
    } & (unknown & unknown & unknown);
    /** @description A workspace. */
    Workspace: {
      name: components['schemas']['WorkspaceName'];
      /** @description What stands before the paths of the service. */
      baseUrl: string;
      /** @description What stands before the paths of this API. */
      controlUrl: string;
      /** @description Its client applications. */
      clients: components['schemas']['Client'][];
      seed: components['schemas']['Seed'];
      /** @description When it is gone unless it is called before, by the wall clock; left out where it stays. Each call of its service and of its control API, and each fork of it, puts that off. */
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
      /** @description Bearer of the client. */
      accessToken: string;
    };
    /** @description What everything random is drawn from. */
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
    /** @description A duration (ISO 8601) of weeks, days, hours, minutes and seconds; 10,000 years (P3660000D) at most. */
    Duration: string;
    /** @description Why a request was refused. */
    Error: {
      code: components['schemas']['ErrorCode'];
      /** @description What is wrong, for developers. */
      message: string;
      /** @description Where in the request it was. */
      details: components['schemas']['ErrorDetail'][];
      /** @description What the rules say about the document; with the code invalidScenario. */
      findings?: components['schemas']['Finding'][];
    };
    /** @description One thing that was wrong. */
    ErrorDetail: {
      /** @description JSON Pointer (RFC 6901) into the request; /body, /query, /headers or /path come first. */
      pointer: string;
      /** @description What is expected there. */
      message: string;
      /** @description The rule that the new state would break. */
      rule?: string;
      /** @description The clause of the interface that the rule rests on. */
      clause?: string;
    };
    /**
     * @description The cause of a refusal.
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
      | 'internal'
      | 'notReady'
      | 'storeUnavailable';
  };
  responses: {
    /** @description The request does not match this API, names a flag code that is not in the catalogue, or selects two workspaces. */
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
    /** @description The call comes from a web page of another origin, or for a host that is not allowed. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description There is no such workspace, user, transaction, wallet or path. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description No media type of the answer is accepted. */
    NotAcceptable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The workspace was reset or loaded while the call was under way; nothing was written. */
    Reset: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Not legal in this state; nothing was changed. */
    IllegalState: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The store can't keep, or can't read, what it is asked to at this moment; nothing was changed. Retry-After says when to call again. */
    StoreUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is over the limit. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is of another media type than the operation takes. */
    MediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The document breaks rules; nothing was loaded. */
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
    /** @description The most items to answer; 100 when left out. */
    Limit: number;
    /** @description The nextCursor of the page before. */
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
      /** @description It runs. */
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
      /** @description The workspace answers. */
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
      /** @description The store can't be reached, or can't be written to. */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An OpenAPI 3.1 document. */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An OpenAPI 3.1 document. */
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
      /** @description The dialect with every key filled. */
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
        /** @description The most items to answer; 100 when left out. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the page before. */
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
        /** @description A name of the library. */
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
      /** @description What there is to say of it. */
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
    /** @description The texts. */
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckMessages'];
      };
    };
    responses: {
      /** @description What there is to say of them. */
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
        /** @description Whether to add the section `runtime`; no, when left out. */
        runtime?: boolean;
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
      /** @description It is loaded. */
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
      /** @description Done. */
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
         * @description Words to look for, in any case, in id, key, names, phone number, email address, wallet
         *     addresses, KYC status, flag codes and their categories, transactions and linked clients.
         */
        q?: string;
        /** @description Whether to tell how many there are, too; no, when left out. */
        total?: boolean;
        /** @description The most items to answer; 100 when left out. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the page before. */
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
    /** @description What to change. */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateUser'];
      };
    };
    responses: {
      /** @description The user as changed. */
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
        /** @description The client application that shows the user; any, when left out. */
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
      /** @description The expectations. */
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
      /** @description The answer of the user read. */
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
      /** @description The user as before the change. */
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
    /** @description How it ends; approved when left out. */
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
    /** @description How it settles. */
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
    /** @description The flag to set, if it is to be another than the first of its category. */
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
        /** @description Messages after the one with this id. An id that is not there (any more) leaves nothing out. */
        after?: string;
        /** @description How long to wait for a message, in wall time; at most PT30S. */
        wait?: components['schemas']['Duration'];
        /** @description The most items to answer; all that fit when left out. */
        limit?: number;
        /** @description The nextCursor of the page before. */
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
  emptyInbox: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
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
    /** @description Where to move it, and whether it stands still from there. */
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
    /** @description The rules, in the order in which they are tried. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SetFaults'];
      };
    };
    responses: {
      /** @description The faults as they are set. */
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
      /** @description The fault as it is set. */
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
      /** @description The faults, of which there are none. */
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
      /** @description The chaos. */
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
    /** @description How much, and of what. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SetChaos'];
      };
    };
    responses: {
      /** @description The chaos as it is set. */
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
        /** @description json, or har for an HTTP archive (HAR 1.2); goes before the Accept header. */
        format?: 'json' | 'har';
        /** @description Calls of this operation. */
        operation?: components['schemas']['ServiceOperation'];
        /** @description Calls that gave this service-client-id. */
        clientId?: string;
        /**
         * @description Calls about this user, by id, key in the scenario, phone number, email address or wallet
         *     address; about a number or address that nobody has yet, too.
         */
        user?: string;
        /**
         * @description Calls that ended so: `accepted`, `refused` for whatever cause, a cause such as `otpWrong`,
         *     `fault`, `aborted`, `internal`, or a status such as `401`.
         */
        outcome?: string;
        /** @description Calls after the entry with this id. An id that is not there (any more) leaves nothing out. */
        after?: string;
        /** @description Which come first; `oldest` when left out. */
        order?: 'oldest' | 'newest';
        /** @description The most items to answer; 100 when left out. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the page before. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: {
        /** @description The last event that a broken stream has brought; goes before `after`. */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The calls. */
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
  emptyJournal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
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
        /** @description The form of the report. When left out, what Accept prefers; else json. */
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
        /** @description The most items to answer; 100 when left out. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the page before. */
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
        /** @description Address of a test wallet, in any case. */
        address: string;
      };
      cookie?: never;
    };
    /** @description What to sign. */
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
  listWorkspaces: {
    parameters: {
      query?: {
        /** @description The most items to answer; 100 when left out. */
        limit?: components['parameters']['Limit'];
        /** @description The nextCursor of the page before. */
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
    /** @description What it is to be. */
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
      /** @description Done. */
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
