/** One attempt at a check or a probe: what it sends, what it asserts, what is kept as evidence. */
import type { OperationId } from '../src/contract/words.ts';
import type { Dialect } from '../src/dialect/dialect.ts';
import { isCutShort } from './answers/json-answer.ts';
import { wayToKnow } from './discovery/ways-to-know.ts';
import { Failure, NotTested } from './ends.ts';
import type { Exchange } from './outcome.ts';
import type { Turn } from './gate.ts';
import { Flows } from './parties/flows.ts';
import type { Surroundings } from './surroundings.ts';
import type { Call, Reply } from './target/call.ts';
import { isLimit, Line } from './target/patience.ts';
import { Trouble, turnedAwayOf } from './target/trouble.ts';

/** How often a 5xx has to come back before it is the deployment's answer (design: three times). */
const SERVER_ERRORS_NEEDED = 3;
const PAUSE_BETWEEN_SERVER_ERRORS = 120;

/**
 * In how many attempts an answer has to be cut short before that is the deployment's doing; in more where
 * the operation also gives whole ones.
 */
const CUT_SHORT_NEEDED = 3;
const CUT_SHORT_NEEDED_BESIDE_WHOLE = 5;

const MOST_EVIDENCE = 6;

export class Attempt {
  readonly around: Surroundings;
  readonly #line: Line;
  readonly #exchanges: Exchange[] = [];
  readonly #asserted: Exchange[] = [];
  #assertions = 0;
  readonly #cutShort: number;
  readonly #cutShortOf = new Set<OperationId | null>();
  readonly #wholeOf = new Set<OperationId | null>();
  #observation: string | null = null;
  readonly flows: Flows;

  /**
   * @param before the attempts at the same in which an answer was cut short
   * @param turn given up to others while a limit is waited for; kept, where none is given
   */
  constructor(around: Surroundings, before = 0, turn?: Turn) {
    this.around = around;
    this.#cutShort = before;
    this.#line = new Line(around.lines, turn);
    this.flows = new Flows(this);
  }

  /** What is known of the deployment so far, every other key at its default. */
  get dialect(): Dialect {
    return this.around.knowledge.dialect;
  }

  /** Whether a key was decided, not only assumed. */
  knows(key: string): boolean {
    return this.around.knowledge.knows(key);
  }

  /** @throws NotTested where one of the keys is unknown */
  needsToKnow(...keys: readonly string[]): void {
    for (const key of keys) {
      if (this.knows(key)) continue;
      const lack = this.around.knowledge.lack(key);
      if (lack !== null) throw new NotTested(lack.words, lack.because);
      const way = wayToKnow(key, this.around.settings);
      const hint = way === null ? '' : `; ${way}`;
      throw new NotTested(`needs ${key}, which is unknown${hint}`, 'dialect');
    }
  }

  /**
   * Sends a call. A 5xx is repeated, with a call between that has to succeed: only an error that
   * stays while the rest works is an answer.
   *
   * @throws Trouble, BudgetSpent, Interrupted
   */
  async send(call: Call): Promise<Reply> {
    const { outages } = this.around.lines;
    if (outages.isOfAll(call.operation)) {
      throw new Trouble(
        `every ${call.method} ${call.path} is answered with an error of the server`,
      );
    }
    const reply = await this.sendOnce(call);
    if (reply.status < 500 || outages.isOfOne(call.operation)) return reply;
    return this.#insisted(call, reply);
  }

  /** Sends a call; a 5xx is given back as it comes. */
  async sendOnce(call: Call): Promise<Reply> {
    try {
      const reply = await this.#line.send(call);
      this.around.lines.outages.answered(reply);
      this.#exchanges.push(reply.exchange);
      if (isCutShort(reply)) this.#cutShortOf.add(call.operation);
      else if (reply.accepted) this.#wholeOf.add(call.operation);
      this.around.knowledge.memory.keep(reply, this.around.now());
      return reply;
    } catch (error) {
      if (error instanceof Trouble && error.exchange) this.#exchanges.push(error.exchange);
      throw error;
    }
  }

  /** Waits before something is looked at once more; how long all waits take together is bounded. */
  async pause(milliseconds: number): Promise<void> {
    await this.#line.pause(milliseconds);
  }

  async #insisted(call: Call, first: Reply): Promise<Reply> {
    let reply = first;
    for (let seen = 1; seen < SERVER_ERRORS_NEEDED; seen += 1) {
      await this.#line.pause(PAUSE_BETWEEN_SERVER_ERRORS * seen);
      if (!(await this.around.isAlive(call.operation))) {
        throw new Trouble(`${reply.status} to ${call.method} ${call.path}, and nothing else works`);
      }
      reply = await this.sendOnce(call);
      if (reply.status < 500) {
        this.#line.tainted = `a ${first.status} that went away`;
        return reply;
      }
    }
    return reply;
  }

  /** Asserts that a call succeeded. */
  accepted(reply: Reply, what = 'the call'): void {
    // A right call is not locked out by wrong ones.
    if (reply.turnedAway !== null) throw turnedAwayOf(reply);
    this.#assert(reply);
    if (reply.accepted) return;
    throw new Failure(
      `${what} has to be accepted, and is answered with ${reply.status}${doubtOf(reply)}`,
      [reply],
      false,
    );
  }

  /** Asserts that a call was refused: neither a success nor an error of the server. */
  refused(reply: Reply, what = 'the call'): void {
    this.decided(reply);
    this.#assert(reply);
    if (reply.accepted) {
      throw new Failure(
        `${what} has to be refused, and is accepted with ${reply.status}`,
        [reply],
        true,
      );
    }
    if (reply.status >= 500) {
      throw new Failure(
        `${what} has to be refused, and breaks the server: ${reply.status}, ${SERVER_ERRORS_NEEDED} times, while other calls succeed`,
        [reply],
        false,
      );
    }
  }

  /** Asserts that a call was answered by anything but an error of the server. */
  notBroken(reply: Reply, what = 'the call'): void {
    this.#assert(reply);
    if (reply.status < 500) return;
    throw new Failure(
      `${what} breaks the server: ${reply.status}, ${SERVER_ERRORS_NEEDED} times, while other calls succeed`,
      [reply],
      false,
    );
  }

  /** Asserts anything else. `otherwise` says what is wrong, as a sentence. */
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
   * Makes sure that the deployment itself decided.
   *
   * @throws Trouble where something before it turned the call away
   */
  decided(reply: Reply): void {
    const { turnedAway, call } = reply;
    if (turnedAway === null) return;
    // A code that was tried too often may be locked as by a limit (§8): the service decided that.
    const mayBeLocked =
      call.operation === 'authenticateSmsOtp' || call.operation === 'authenticateEmailOtp';
    if (mayBeLocked && isLimit(reply)) return;
    throw turnedAwayOf(reply);
  }

  /** Says what the deployment does where the interface leaves it open; counts as looked at. */
  observed(what: string, ...replies: readonly Reply[]): void {
    this.#assert(...replies);
    this.#observation = this.#observation === null ? what : `${this.#observation}; ${what}`;
  }

  /** Keeps exchanges as evidence without asserting anything. */
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

  /** In how many attempts at the same, this one among them, an answer was cut short. */
  get cutShort(): number {
    return this.#cutShort + (this.#cutShortOf.size > 0 ? 1 : 0);
  }

  /** Why what looks wrong proves nothing; null where nothing went wrong on the way. */
  get tainted(): string | null {
    if (this.#line.tainted !== null) return this.#line.tainted;
    if (this.#cutShortOf.size === 0) return null;
    const isNowAndThen = [...this.#cutShortOf].some((operation) => this.#wholeOf.has(operation));
    const needed = isNowAndThen ? CUT_SHORT_NEEDED_BESIDE_WHOLE : CUT_SHORT_NEEDED;
    return this.cutShort < needed ? 'an answer called JSON could not be read as such' : null;
  }

  /** What was asserted on, the last of it first, or what was sent where nothing was. */
  get evidence(): readonly Exchange[] {
    const told = this.#asserted.length > 0 ? this.#asserted : this.#exchanges;
    return [...new Set(told.toReversed())].slice(0, MOST_EVIDENCE);
  }

  /** Everything that was sent last, for a failure to be understood. */
  get trail(): readonly Exchange[] {
    return this.#exchanges.slice(-MOST_EVIDENCE);
  }
}

/** A token that was mistyped looks like a deployment that takes none (§5.2). */
function doubtOf({ call, status }: Reply): string {
  const isUnauthorized = status === 401 || status === 403;
  return call.operation === 'sendSmsOtp' && isUnauthorized ? '; is the access token right?' : '';
}
