/** One attempt at a check or probe: sends, asserts, collects evidence. */
import type { OperationId } from '../src/contract/words.ts';
import type { Dialect } from '../src/dialect/dialect.ts';
import { textIn } from './responses/fields.ts';
import { isTruncatedJson } from './responses/json-response.ts';
import { accessTokenHint, isMissingBearer } from './responses/unauthorized.ts';
import { wayToKnow } from './discovery/settings-for-keys.ts';
import { Failure, NotTested, Skipped } from './outcomes.ts';
import type { Exchange } from './outcome.ts';
import type { Slot } from './scheduler.ts';
import { Flows } from './actors/flows.ts';
import type { RunContext } from './run-context.ts';
import type { HttpRequest, Reply } from './target/http-request.ts';
import { Line } from './target/line.ts';
import { isLimit } from './target/reply-kinds.ts';
import { SERVER_ERRORS_NEEDED, UNTIL_VISIBLE, type Evidence } from './target/retry-policy.ts';
import { Trouble, troubleOfBlocked } from './target/trouble.ts';
import type { Variety } from './variety.ts';

/**
 * Attempts in which a response must be truncated before it counts as a failure of the deployment; more if
 * the operation also returns complete ones.
 */
const CUT_SHORT_NEEDED = 3;
const CUT_SHORT_NEEDED_BESIDE_WHOLE = 5;

/** Exchanges of one check in a report. */
export const MAX_EVIDENCE = 6;

export class Attempt {
  readonly ctx: RunContext;
  readonly #line: Line;
  readonly #exchanges: Exchange[] = [];
  readonly #asserted: Exchange[] = [];
  #assertions = 0;
  readonly #cutShort: number;
  readonly #cutShortOf = new Set<OperationId | null>();
  /** Operations that gave a whole response in any attempt at the same. */
  readonly #wholeOf: Set<OperationId | null>;
  #observation: string | null = null;
  readonly flows: Flows;
  /** Id of the check; undefined if several checks share the requests. */
  sender?: string;
  /** What the values that rules hold for alike are chosen by; undefined for the usual ones. */
  variety: Variety | undefined;

  /**
   * @param before the previous attempt at the same check
   * @param slot released while a rate limit is waited for; default: kept
   */
  constructor(ctx: RunContext, before?: Attempt, slot?: Slot) {
    this.ctx = ctx;
    this.#cutShort = before?.cutShort ?? 0;
    this.#wholeOf = before ? before.#wholeOf : new Set();
    this.#line = new Line(ctx.lines, slot);
    this.flows = new Flows(this);
  }

  /** Returns a few of several cases that most deployments treat alike, other ones for other checks. */
  few<Case>(cases: readonly Case[], count: number): readonly Case[] {
    return this.variety?.few(cases, count) ?? cases;
  }

  nextTurn(): number {
    return this.variety?.next() ?? 0;
  }

  /** The dialect as far as it is known; other keys have their default. */
  get dialect(): Dialect {
    return this.ctx.knowledge.dialect;
  }

  /** Whether a key was decided, not only assumed. */
  knows(key: string): boolean {
    return this.ctx.knowledge.knows(key);
  }

  /** @throws NotTested where one of the keys is unknown */
  needsToKnow(...keys: readonly string[]): void {
    for (const key of keys) {
      if (this.knows(key)) continue;
      const lack = this.ctx.knowledge.lack(key);
      if (lack !== null) throw lack;
      const way = wayToKnow(key, this.ctx.settings);
      const tried = this.ctx.knowledge.tried(key);
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
        this.knows('user.path') &&
        request.path === this.dialect.user.path &&
        ctx.knowledge.memory.showsSessionSince(request, ctx.now() - UNTIL_VISIBLE),
    });
  }

  /** Sends a request as a control: its server errors and time-outs need no other control. */
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
    this.ctx.lines.outages.answered(reply);
    this.#exchanges.push(reply.exchange);
    this.ctx.replies.push(reply);
    if (isTruncatedJson(reply)) this.#cutShortOf.add(reply.request.operation);
    else if (reply.accepted) this.#wholeOf.add(reply.request.operation);
    const name = acceptedName(reply);
    if (name !== null) this.ctx.identities.signedInBy(name);
    this.ctx.knowledge.memory.keep(reply, this.ctx.now());
  }

  /** Pauses before a repetition; the total of all pauses is bounded. */
  async pause(milliseconds: number): Promise<void> {
    await this.#line.pause(milliseconds);
  }

  /** Asserts that a request succeeded. */
  accepted(reply: Reply, what = 'the request'): void {
    // Invalid requests must not lock out valid ones.
    if (reply.blockedBy !== null) throw troubleOfBlocked(reply);
    this.#assert(reply);
    this.ctx.coverage.succeeded(reply);
    if (reply.accepted) return;
    if (isMissingBearer(reply, this.dialect)) {
      throw new NotTested(
        `needs a bearer token for ${reply.request.operation ?? 'the request'}`,
        'settings',
      );
    }
    throw new Failure(
      `expected 2xx for ${what}, got ${reply.status}${accessTokenHint(reply)}`,
      [reply],
      false,
    );
  }

  /** Asserts that a request was refused: neither a success nor an error of the server. */
  refused(reply: Reply, what = 'the request'): void {
    this.decided(reply);
    this.#assert(reply);
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
  notBroken(reply: Reply, what = 'the request'): void {
    this.#assert(reply);
    if (reply.status < 500) return;
    throw new Failure(
      `expected no server error for ${what}, got ${reply.status} ${SERVER_ERRORS_NEEDED} times, while other requests succeed`,
      [reply],
      false,
    );
  }

  /**
   * Asserts anything else.
   *
   * @param otherwise describes the failure in a sentence
   */
  that(holds: boolean, otherwise: string, ...replies: readonly Reply[]): void {
    this.#assert(...replies);
    if (!holds) throw new Failure(otherwise, replies, false);
  }

  /** As `that`, for what no trouble on the way can excuse. */
  never(happens: boolean, what: string, ...replies: readonly Reply[]): void {
    this.#assert(...replies);
    if (happens) throw new Failure(what, replies, true);
  }

  /**
   * Ensures that the deployment itself decided.
   *
   * @throws Trouble if a gateway or a rate limit rejected the request
   */
  decided(reply: Reply): void {
    const { blockedBy, request } = reply;
    if (blockedBy === null) return;
    // A code that was tried too often may be locked as by a limit (§8): the service decided that.
    const mayBeLocked =
      request.operation === 'authenticateSmsOtp' || request.operation === 'authenticateEmailOtp';
    if (mayBeLocked && isLimit(reply)) return;
    throw troubleOfBlocked(reply);
  }

  /** Records the behaviour where the interface leaves it open; counts as an assertion. */
  observed(what: string, ...replies: readonly Reply[]): void {
    this.#assert(...replies);
    this.#observation = this.#observation === null ? what : `${this.#observation}; ${what}`;
  }

  /** Adds exchanges to the evidence without asserting anything. */
  noted(...replies: readonly Reply[]): void {
    this.#asserted.push(...replies.map(({ exchange }) => exchange));
  }

  #assert(...replies: readonly Reply[]): void {
    this.#assertions += 1;
    this.noted(...replies);
  }

  get assertions(): number {
    return this.#assertions;
  }

  get observation(): string | null {
    return this.#observation;
  }

  /** In how many attempts at the same, this one among them, a response was cut short. */
  get cutShort(): number {
    return this.#cutShort + (this.#cutShortOf.size > 0 ? 1 : 0);
  }

  /** Why a failure of this attempt proves nothing; null if nothing disturbed it. */
  get tainted(): string | null {
    if (this.#line.tainted !== null) return this.#line.tainted;
    if (this.#cutShortOf.size === 0) return null;
    const isNowAndThen = [...this.#cutShortOf].some((operation) => this.#wholeOf.has(operation));
    const needed = isNowAndThen ? CUT_SHORT_NEEDED_BESIDE_WHOLE : CUT_SHORT_NEEDED;
    return this.cutShort < needed
      ? 'a response with a JSON content type could not be parsed'
      : null;
  }

  /** The exchanges that were asserted on, or all where none was, in their order; the last of many. */
  get evidence(): readonly Exchange[] {
    const shown = this.#asserted.length > 0 ? this.#asserted : this.#exchanges;
    return [...new Set(shown)].slice(-MAX_EVIDENCE);
  }

  /** The last exchanges, asserted on or not. */
  get trail(): readonly Exchange[] {
    return this.#exchanges.slice(-MAX_EVIDENCE);
  }
}

/** The network or type by which a wallet signed in; null for every other response. */
function acceptedName({ accepted, request: { operation, body } }: Reply): string | null {
  if (!accepted || operation !== 'authenticateWallet') return null;
  return textIn(body, 'walletNetwork') ?? textIn(body, 'walletType');
}
