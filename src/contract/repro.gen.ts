// Generated from openapi/schemas/repro.schema.json by `npm run generate`: edit that file, not this one.

/**
 * A run of a sandbox in one file: `flagbearer repro -o FILE` writes it, `flagbearer repro run FILE` replays it. It holds the secrets of a snapshot.
 */
export interface Repro {
  /**
   * Version of this format.
   */
  reproVersion: 1;
  /**
   * What has written it.
   */
  versions: {
    /**
     * Version of flagbearer.
     */
    flagbearer: string;
  };
  /**
   * The name of the workspace.
   */
  workspace: string;
  /**
   * When it was written, by the clock of the workspace.
   */
  recordedAt: string;
  /**
   * What everything random is drawn from.
   */
  seed: number;
  /**
   * The clock at the beginning.
   */
  clock: {
    /**
     * ISO 8601, UTC, with milliseconds.
     */
    now: string;
    /**
     * Whether it stands still.
     */
    frozen: boolean;
  };
  /**
   * The dialect, as `GET /sandbox/dialect` shows it.
   */
  dialect: {};
  /**
   * The state at the beginning, a snapshot: scenario.schema.json has its parts.
   */
  scenario: {
    /**
     * What it has beside its users.
     */
    runtime: {};
  };
  /**
   * The faults that were set at the beginning, as `GET /sandbox/faults` shows them.
   */
  faults: {}[];
  /**
   * The chaos that there was at the beginning, and what it has counted.
   */
  chaos: {
    /**
     * The level.
     */
    level: 'off' | 'low' | 'high';
    /**
     * The kinds.
     */
    kinds: string[];
    /**
     * The budget.
     */
    maxConsecutive: number;
    /**
     * When it was set.
     */
    since: string;
    /**
     * What it is drawn from.
     */
    draws: {
      /**
       * The seed.
       */
      seed: number;
      /**
       * The workspace.
       */
      workspace: string;
    };
    /**
     * How many calls in a row were disturbed.
     */
    inARow: {
      [k: string]: number;
    };
    /**
     * Whether the other phrase was seen.
     */
    phrase: 'unseen' | 'seen';
  };
  /**
   * The calls of the service, in the order in which they ended.
   */
  journal: RecordedCall[];
  /**
   * The calls of the control API that changed the workspace, in their order.
   */
  controls: RecordedAct[];
  /**
   * How many calls there were before the beginning that are not here: the journal is bounded.
   */
  missing: number;
}
/**
 * A call of the service, as the journal has it, secrets left out.
 *
 * This interface was referenced by `Repro`'s JSON-Schema
 * via the `definition` "RecordedCall".
 */
export interface RecordedCall {
  /**
   * Its id in the journal.
   */
  id: string;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  at: string;
  /**
   * The operationId; null for a call that fits none.
   */
  operation: string | null;
  /**
   * The service-client-id.
   */
  clientId: string | null;
  /**
   * The user it was about.
   */
  userId: string | null;
  /**
   * How it ended.
   */
  outcome: string;
  /**
   * What was asked.
   */
  request: {
    /**
     * The method.
     */
    method: string;
    /**
     * The path.
     */
    path: string;
    /**
     * Values by name.
     */
    query: {};
    /**
     * Values by name.
     */
    headers: {};
    /**
     * The body, where it was JSON.
     */
    body?: {
      [k: string]: unknown;
    };
    /**
     * Why a body that there was is not here.
     */
    bodyOmitted?: 'notRead' | 'notJson' | 'tooLarge';
  };
  /**
   * What was answered; null where no answer went out.
   */
  response: null | RecordedAnswer;
  /**
   * How long it took.
   */
  durationMs: number;
  /**
   * The rule that a refusal rests on.
   */
  rule?: {};
  /**
   * The fault that struck it.
   */
  fault?: string;
  /**
   * What chaos has done to it.
   */
  chaos?: string[];
  /**
   * What was probably meant.
   */
  nearMiss?: {};
  replay: ReplayFacts;
}
/**
 * An answer.
 */
export interface RecordedAnswer {
  /**
   * The status.
   */
  status: number;
  /**
   * Values by name.
   */
  headers: {};
  /**
   * The body, if there was one.
   */
  body?: {
    [k: string]: unknown;
  };
  /**
   * Why a body that there was is not here.
   */
  bodyOmitted?: 'notRead' | 'notJson' | 'tooLarge';
}
/**
 * What of a call its journal entry leaves out and a replay needs.
 *
 * This interface was referenced by `Repro`'s JSON-Schema
 * via the `definition` "ReplayFacts".
 */
export interface ReplayFacts {
  /**
   * The instant that its answer shows, by the clock of the workspace.
   */
  at: string;
  /**
   * Whose bearer it carried; none also where nobody has looked at it.
   */
  bearer: 'none' | 'client' | 'session';
  /**
   * The user of that session.
   */
  bearerUserId?: string;
  /**
   * What the sessionJwt of the answer says.
   */
  claims?: {};
}
/**
 * A call of the control API that changed the workspace.
 *
 * This interface was referenced by `Repro`'s JSON-Schema
 * via the `definition` "RecordedAct".
 */
export interface RecordedAct {
  /**
   * The id of the last call of the service that had ended; null for none.
   */
  after: string | null;
  /**
   * ISO 8601, UTC, with milliseconds.
   */
  at: string;
  /**
   * The operationId.
   */
  operation: string;
  /**
   * The method.
   */
  method: 'post' | 'put' | 'patch' | 'delete';
  /**
   * The path under the control API.
   */
  path: string;
  /**
   * The body, if there was one.
   */
  body?: {
    [k: string]: unknown;
  };
  /**
   * The status of the answer.
   */
  status: number;
}
