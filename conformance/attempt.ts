/** Represents one attempt at a check or probe: sends requests, asserts, and collects evidence. */
import type { OperationId } from '../src/contract/types.ts';
import type { Dialect } from '../src/dialect/dialect.ts';
import { findText } from './responses/fields.ts';
import { isTruncatedJson } from './responses/json-response.ts';
import { getAccessTokenHint, isMissingBearer } from './responses/unauthorized.ts';
import { describeWayToKnow } from './discovery/settings-for-keys.ts';
import { Failure, NotTested, Skipped } from './outcomes.ts';
import type { Exchange } from './outcome.ts';
import type { Slot } from './scheduler.ts';
import { Flows } from './actors/flows.ts';
import type { RunContext } from './run-context.ts';
import type { HttpRequest, Reply } from './target/http-request.ts';
import { Line } from './target/line.ts';
import { isLimit } from './target/reply-kinds.ts';
import { SERVER_ERRORS_NEEDED, UNTIL_VISIBLE, type Evidence } from './target/retry-policy.ts';
import { Trouble, createBlockedTrouble } from './target/trouble.ts';
import type { Variety } from './variety.ts';

/**
 * Number of attempts with a truncated response before it counts as a failure of the deployment.
 * More are needed if the operation also returns complete responses.
 */
const MIN_TRUNCATED_ATTEMPTS = 3;
const MIN_TRUNCATED_ATTEMPTS_IF_INTERMITTENT = 5;

/** Maximum number of exchanges that a report shows for a check. */
export const MAX_EVIDENCE = 6;

export class Attempt {
  readonly ctx: RunContext;
  readonly #line: Line;
  readonly #exchanges: Exchange[] = [];
  readonly #asserted: Exchange[] = [];
  #assertions = 0;
  readonly #cutShort: number;
  readonly #cutShortOf = new Set<OperationId | null>();
  /** Operations that returned a complete response in any attempt at this check. */
  readonly #wholeOf: Set<OperationId | null>;
  #observation: string | null = null;
  readonly flows: Flows;
  /** Id of the check; undefined if several checks share the request. */
  sender?: string;
  /** Selects among equivalent valid values; undefined selects the defaults. */
  variety: Variety | undefined;

  /**
   * @param before the previous attempt at the same check
   * @param slot the slot to release while waiting for a rate limit; by default it is not released
   */
  constructor(ctx: RunContext, before?: Attempt, slot?: Slot) {
    this.ctx = ctx;
    this.#cutShort = before?.cutShort ?? 0;
    this.#wholeOf = before ? before.#wholeOf : new Set();
    this.#line = new Line(ctx.lines, slot);
    this.flows = new Flows(this);
  }

  /** Returns `count` of the cases; different checks get different ones, to reduce requests. */
  sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
    return this.variety?.takeFew(cases, count) ?? cases;
  }

  nextVariation(): number {
    return this.variety?.next() ?? 0;
  }

  /** The detected dialect; keys that were not detected have their default. */
  get dialect(): Dialect {
    return this.ctx.knowledge.dialect;
  }

  /** Returns whether a key was detected, rather than assumed. */
  isDetected(key: string): boolean {
    return this.ctx.knowledge.isDetected(key);
  }

  /** @throws NotTested if one of the keys is unknown */
  needsToKnow(...keys: readonly string[]): void {
    for (const key of keys) {
      if (this.isDetected(key)) continue;
      const lack = this.ctx.knowledge.findMissingSetting(key);
      if (lack !== null) throw lack;
      const way = describeWayToKnow(key, this.ctx.settings);
      const tried = this.ctx.knowledge.describeTriedValues(key);
      const seen = tried === null ? '' : `: ${tried}`;
      throw new NotTested(`could not detect ${key}${seen}`, 'dialect', way);
    }
  }

  /**
   * Sends a request, repeated by the retry policy.
   *
   * @throws Trouble, BudgetSpent, Interrupted, Breakdown
   */
  async send(request: HttpRequest): Promise<Reply> {
    const { ctx } = this;
    const { operation } = request;
    if (ctx.lines.outages.isOfAll(operation)) {
      throw new Trouble(
        `every request to ${request.method} ${request.path} returns a server error`,
      );
    }
    return this.#send(request, {
      isAlive: () => ctx.isAlive(operation),
      succeeds: () => (operation === null ? Promise.resolve(false) : ctx.succeeds(operation)),
      isOutOfOrder: () => ctx.lines.outages.isOfOne(operation),
      readsNewUser: () =>
        operation === 'getUser' &&
        this.isDetected('user.path') &&
        request.path === this.dialect.user.path &&
        ctx.knowledge.memory.showsSessionSince(request, ctx.now() - UNTIL_VISIBLE),
    });
  }

  /**
   * Sends a control request: its server errors and timeouts are not verified by another control.
   */
  async sendAsControl(request: HttpRequest): Promise<Reply> {
    return this.#send(request, null);
  }

  async #send(request: HttpRequest, evidence: Evidence | null): Promise<Reply> {
    const { operation } = request;
    if (operation !== null && this.ctx.settings.skip.includes(operation)) {
      throw new Skipped(operation);
    }
    try {
      return await this.#line.send(request, {
        sender: this.sender ?? operation ?? 'preparation',
        evidence,
        record: (reply) => this.#record(reply),
      });
    } catch (error) {
      if (error instanceof Trouble && error.exchange) this.#exchanges.push(error.exchange);
      throw error;
    }
  }

  #record(reply: Reply): void {
    this.ctx.lines.outages.recordResponse(reply);
    this.#exchanges.push(reply.exchange);
    this.ctx.replies.push(reply);
    if (isTruncatedJson(reply)) this.#cutShortOf.add(reply.request.operation);
    else if (reply.accepted) this.#wholeOf.add(reply.request.operation);
    const name = findAcceptedName(reply);
    if (name !== null) this.ctx.identities.recordAcceptedName(name);
    this.ctx.knowledge.memory.keep(reply, this.ctx.now());
  }

  /** Pauses before a repetition; the total duration of pauses is limited. */
  async pause(milliseconds: number): Promise<void> {
    await this.#line.pause(milliseconds);
  }

  /** Asserts that a request succeeded. */
  assertAccepted(reply: Reply, what = 'the request'): void {
    // A refusal may be a lock-out after invalid requests, which must not affect valid ones.
    if (reply.blockedBy !== null) throw createBlockedTrouble(reply);
    this.#recordAssertion(reply);
    this.ctx.coverage.recordSuccess(reply);
    if (reply.accepted) return;
    if (isMissingBearer(reply, this.dialect)) {
      throw new NotTested(
        `needs a bearer token for ${reply.request.operation ?? 'the request'}`,
        'settings',
      );
    }
    throw new Failure(
      `expected 2xx for ${what}, got ${reply.status}${getAccessTokenHint(reply)}`,
      [reply],
      false,
    );
  }

  /** Asserts that a request was refused: the response is neither a success nor a server error. */
  assertRejected(reply: Reply, what = 'the request'): void {
    this.requireServiceResponse(reply);
    this.#recordAssertion(reply);
    if (reply.accepted) {
      throw new Failure(`expected 4xx for ${what}, got ${reply.status}`, [reply], true);
    }
    if (reply.status >= 500) {
      throw new Failure(
        `expected 4xx for ${what}, got ${reply.status} ${SERVER_ERRORS_NEEDED} times, while other requests succeed`,
        [reply],
        false,
      );
    }
  }

  /** Asserts that the response is not a server error. */
  assertNoServerError(reply: Reply, what = 'the request'): void {
    this.#recordAssertion(reply);
    if (reply.status < 500) return;
    throw new Failure(
      `expected no server error for ${what}, got ${reply.status} ${SERVER_ERRORS_NEEDED} times, while other requests succeed`,
      [reply],
      false,
    );
  }

  /**
   * Asserts a condition.
   *
   * @param otherwise describes the failure in a sentence
   */
  assert(holds: boolean, otherwise: string, ...replies: readonly Reply[]): void {
    this.#recordAssertion(...replies);
    if (!holds) throw new Failure(otherwise, replies, false);
  }

  /**
   * Asserts that something did not happen. Unlike `that`, it fails even if the attempt was
   * disturbed.
   */
  assertNever(happens: boolean, what: string, ...replies: readonly Reply[]): void {
    this.#recordAssertion(...replies);
    if (happens) throw new Failure(what, replies, true);
  }

  /**
   * Asserts that the deployment itself sent the response.
   *
   * @throws Trouble if a gateway or a rate limit rejected the request
   */
  requireServiceResponse(reply: Reply): void {
    const { blockedBy, request } = reply;
    if (blockedBy === null) return;
    // The service itself may lock a code after too many attempts, with a refusal like a rate limit
    // (§8).
    const mayBeLocked =
      request.operation === 'authenticateSmsOtp' || request.operation === 'authenticateEmailOtp';
    if (mayBeLocked && isLimit(reply)) return;
    throw createBlockedTrouble(reply);
  }

  /** Records behaviour that the interface leaves open; counts as an assertion. */
  observe(what: string, ...replies: readonly Reply[]): void {
    this.#recordAssertion(...replies);
    this.#observation = this.#observation === null ? what : `${this.#observation}; ${what}`;
  }

  /** Adds exchanges to the evidence without asserting anything. */
  addEvidence(...replies: readonly Reply[]): void {
    this.#asserted.push(...replies.map(({ exchange }) => exchange));
  }

  #recordAssertion(...replies: readonly Reply[]): void {
    this.#assertions += 1;
    this.addEvidence(...replies);
  }

  get assertions(): number {
    return this.#assertions;
  }

  get observation(): string | null {
    return this.#observation;
  }

  /** Number of attempts at this check, including this attempt, with a truncated response. */
  get cutShort(): number {
    return this.#cutShort + (this.#cutShortOf.size > 0 ? 1 : 0);
  }

  /**
   * The reason why a failure of this attempt is inconclusive; null if the attempt was undisturbed.
   */
  get tainted(): string | null {
    if (this.#line.tainted !== null) return this.#line.tainted;
    if (this.#cutShortOf.size === 0) return null;
    const isNowAndThen = [...this.#cutShortOf].some((operation) => this.#wholeOf.has(operation));
    const needed = isNowAndThen ? MIN_TRUNCATED_ATTEMPTS_IF_INTERMITTENT : MIN_TRUNCATED_ATTEMPTS;
    return this.cutShort < needed
      ? 'a response with a JSON content type could not be parsed'
      : null;
  }

  /**
   * The exchanges that were asserted on, in order, or all exchanges if none was; at most the last
   * MAX_EVIDENCE.
   */
  get evidence(): readonly Exchange[] {
    const shown = this.#asserted.length > 0 ? this.#asserted : this.#exchanges;
    return [...new Set(shown)].slice(-MAX_EVIDENCE);
  }

  /** The last exchanges, whether asserted on or not. */
  get trail(): readonly Exchange[] {
    return this.#exchanges.slice(-MAX_EVIDENCE);
  }
}

/** Returns the network or type by which a wallet signed in; null for every other response. */
function findAcceptedName({ accepted, request: { operation, body } }: Reply): string | null {
  if (!accepted || operation !== 'authenticateWallet') return null;
  return findText(body, 'walletNetwork') ?? findText(body, 'walletType');
}
