/**
 * Retries requests whose response is not a decision of the service: none, 429, 5xx of a gateway.
 *
 * A request that the server asked to postpone was not processed (RFC 6585, section 4; RFC 9110, section
 * 10.2.3). After a broken connection this is unknown: the line is then `tainted`, and later failures prove
 * nothing.
 */
import type { LimitFunction } from 'p-limit';
import { fieldsOrNull } from '../responses/fields.ts';
import { isRejectionBody } from '../responses/rejection-body.ts';
import { Breakdown } from '../outcomes.ts';
import type { Exchange } from '../outcome.ts';
import { fixedSlot, type Slot } from '../scheduler.ts';
import type { HttpRequest, Reply } from './http-request.ts';
import type { Crashes } from './crashes.ts';
import type { Outages } from './outages.ts';
import type { Pace } from './pace.ts';
import type { Liveness } from './liveness.ts';
import type { RequestBudget } from './budget.ts';
import type { Transport } from './transport.ts';
import { Interrupted, Trouble } from './trouble.ts';
import { LONGEST_PAUSE, type Waiting } from './waiting.ts';

export interface Lines {
  readonly transport: Transport;
  readonly budget: RequestBudget;
  readonly signal: AbortSignal;
  readonly waiting: Waiting;
  readonly liveness: Liveness;
  readonly outages: Outages;
  readonly pace: Pace;
  /** Limits the requests in flight to what the caller allows. */
  readonly slots: LimitFunction;
  readonly crashes: Crashes;
  /** Whether the deployment words its own refusals as HTML pages. */
  refusesInHtml: boolean;
  /** Property names of a body that is an error whatever its status; see `namesIn`. */
  refusesByNames: string | null;
}

const MOST_TRIES = 5;
const FIRST_PAUSE = 60;
/** Each takes as long as the caller allows. */
const MOST_TIMEOUTS = 2;
/** Between tries while a deployment that crashed is started again, in milliseconds. */
const UNTIL_BACK = 500;

/**
 * Statuses that intermediaries return for a request that did not reach the service, and that few services
 * return themselves: redirects to a sign-in page, and a request timeout (RFC 9110, section 15.5.9).
 * Repeated this many times, it is a response.
 */
const ON_THE_WAY = new Set([302, 303, 307, 408]);
const REPEATS_NEEDED = 4;

/** Statuses of a gateway for an unavailable server. */
const GATEWAY = new Set([502, 503, 504]);

/** The way to the deployment during one attempt at something. */
export class Line {
  readonly #lines: Lines;
  readonly #slot: Slot;
  /** Why nothing after it is sure; null while all went well. */
  tainted: string | null = null;

  /** @param slot released while a rate limit is waited for */
  constructor(lines: Lines, slot: Slot = fixedSlot) {
    this.#lines = lines;
    this.#slot = slot;
  }

  /**
   * @param sender id of the check, or name of the probe group
   * @throws Trouble, BudgetSpent, Interrupted, Breakdown
   */
  async send(request: HttpRequest, sender: string): Promise<Reply> {
    const statuses: (number | null)[] = [];
    const { waiting, liveness, crashes } = this.#lines;
    for (let attempt = 1; ; attempt += 1) {
      const pause = FIRST_PAUSE * 2 ** (attempt - 1);
      goesOn(this.#lines);
      if (crashes.isCulprit(sender)) throw crashedBy(request, crashes.evidenceOf(sender));
      this.#lines.budget.request();
      const sent = { sender, method: request.method, path: request.path };
      const reply = await crashes.watched(sent, () => this.#onceOrTrouble(request));
      const last = attempt >= (isTimeout(reply) ? MOST_TIMEOUTS : MOST_TRIES);
      statuses.push(reply instanceof Trouble ? null : reply.status);
      waiting.answered(reply instanceof Trouble || !isLimit(reply) ? 'answer' : 'limit');
      this.#keepPace(reply);
      if (isServiceResponse(reply)) liveness.answered();
      else await liveness.failed();
      if (reply instanceof Trouble) {
        if (!neverArrived(reply)) this.tainted = reply.message;
        if (crashes.isDown && (await waiting.wait(UNTIL_BACK))) {
          attempt -= 1;
          continue;
        }
        if (last || !reply.isPassing || !(await waiting.wait(pause))) throw reply;
      } else if (GATEWAY.has(reply.status)) {
        const requestedWait = retryAfter(reply);
        if (requestedWait === null)
          this.tainted = `${reply.status} to ${request.method} ${request.path}`;
        if (last || !(await waiting.wait(requestedWait ?? pause))) {
          throw new Trouble(`${request.method} ${request.path} returns ${reply.status}`);
        }
      } else if (isLimit(reply)) {
        const requestedWait = retryAfter(reply);
        const tooLong = requestedWait !== null && requestedWait > LONGEST_PAUSE;
        const isEnough =
          last || tooLong || (requestedWait === null && attempt > (isLock(reply) ? 1 : 2));
        if (isEnough || !(await this.#waitForLimit(requestedWait ?? pause)))
          return { ...reply, blockedBy: limitOf(reply) };
      } else if (ON_THE_WAY.has(reply.status) && !isRepeatedOften(statuses)) {
        if (last) throw changing(request, statuses);
        if (!(await waiting.wait(pause))) return reply;
      } else if (this.#isForeignPage(reply)) {
        return { ...reply, blockedBy: '403 with an HTML page, probably from a gateway' };
      } else {
        return this.#isRefusalInWords(reply) ? { ...reply, accepted: false } : reply;
      }
    }
  }

  #keepPace(reply: Reply | Trouble): void {
    const { pace } = this.#lines;
    const isTooFast = reply instanceof Trouble || reply.status >= 500 || isRateLimit(reply);
    if (isTooFast) pace.slowDown();
    else pace.responded(reply.exchange.response?.durationMs ?? 0);
  }

  /** Waits between repetitions of one thing. */
  async pause(milliseconds: number): Promise<void> {
    await this.#lines.waiting.wait(milliseconds);
  }

  async #onceOrTrouble(request: HttpRequest): Promise<Reply | Trouble> {
    try {
      return await this.#lines.slots(() => this.#lines.transport.send(request));
    } catch (error) {
      if (error instanceof Trouble) return error;
      throw error;
    }
  }

  /** Under a rate limit, further requests would be rejected too. */
  async #waitForLimit(milliseconds: number): Promise<boolean> {
    const { waiting } = this.#lines;
    const wait = () => waiting.wait(milliseconds);
    return waiting.isByChance ? this.#slot.release(wait) : wait();
  }

  /** §7: the status is a success, and the body an error. */
  #isRefusalInWords({ accepted, body, request }: Reply): boolean {
    if (!accepted || request.operation === null) return false;
    const { refusesByNames } = this.#lines;
    return isRejectionBody(body) || (refusesByNames !== null && namesIn(body) === refusesByNames);
  }

  #isForeignPage({ status, headers }: Reply): boolean {
    const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
    return status === 403 && isHtml && !this.#lines.refusesInHtml;
  }
}

/**
 * Nothing is sent, and no check begins, once the run has ended.
 *
 * @throws Interrupted
 */
export function goesOn({ signal, liveness }: Pick<Lines, 'signal' | 'liveness'>): void {
  if (signal.aborted) throw new Interrupted('the run was interrupted');
  if (liveness.unreachable !== null) {
    throw new Interrupted(`the deployment stopped responding: ${liveness.unreachable}`);
  }
}

/** Returns whether the last response was repeated often enough. */
function isRepeatedOften(statuses: readonly (number | null)[]): boolean {
  const latest = statuses.slice(-REPEATS_NEEDED);
  return latest.length === REPEATS_NEEDED && new Set(latest).size === 1;
}

function changing({ method, path }: HttpRequest, statuses: readonly (number | null)[]): Trouble {
  const said = statuses.map((status) => status ?? 'nothing').join(', ');
  return new Trouble(`${method} ${path} alternates between ${said}`);
}

const TIMED_OUT: ReadonlySet<string | null> = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/** Returns whether there was no response in time. */
export function isTimeout(result: unknown): result is Trouble {
  return result instanceof Trouble && TIMED_OUT.has(result.code);
}

function crashedBy({ method, path }: HttpRequest, exchange: Exchange | null): Breakdown {
  return new Breakdown(
    `the deployment stopped accepting connections after ${method} ${path} twice`,
    exchange,
  );
}

/** Returns whether the service itself responded, with any result. */
export function isServiceResponse(reply: Reply | Trouble): boolean {
  return !(reply instanceof Trouble) && !GATEWAY.has(reply.status);
}

const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

function neverArrived({ code }: Trouble): boolean {
  return code !== null && NEVER_ARRIVED.has(code);
}

/** The names of the fields of an object that has some; null of everything else. */
export function namesIn(body: unknown): string | null {
  const names = Object.keys(fieldsOrNull(body) ?? {});
  return names.toSorted().join(' ') || null;
}

/** Returns the milliseconds of Retry-After; null if it is missing or invalid. */
export function retryAfter({ headers }: Reply): number | null {
  const requestedWait = headers['retry-after'];
  if (requestedWait === undefined) return null;
  if (/^\d+$/.test(requestedWait)) return Number(requestedWait) * 1000;
  const until = Date.parse(requestedWait);
  const now = Date.parse(headers['date'] ?? '');
  return Number.isNaN(until) || Number.isNaN(now) ? null : Math.max(0, until - now);
}

/** Returns whether the response is a rate limit: 429, or another error with Retry-After. */
export function isLimit(reply: Reply): boolean {
  const isRefusal = reply.status >= 400 && reply.status < 500;
  return reply.status === 429 || (isRefusal && (retryAfter(reply) ?? 0) > 0);
}

function isRateLimit(reply: Reply): boolean {
  return isLimit(reply) && !isLock(reply);
}

/** Whether a limit may be for a code that was tried too often, which no slower pace unlocks (§8). */
function isLock({ request: { operation } }: Reply): boolean {
  return operation === 'authenticateSmsOtp' || operation === 'authenticateEmailOtp';
}

function limitOf(reply: Reply): string {
  const requestedWait = retryAfter(reply);
  const { status } = reply;
  return requestedWait === null
    ? `${status}`
    : `${status} with Retry-After: ${requestedWait / 1000} s`;
}
