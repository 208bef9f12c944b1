import { formatReadableDuration } from '../../src/reporting/text/duration-text.ts';
import type { Budget } from '../outcome.ts';
import type { ConformSettings } from '../settings.ts';
import { BudgetSpent } from './request-errors.ts';

/** Share of the maximum duration after which checks no longer start. */
const TIME_FOR_CHECKS = 5 / 6;

type Limits = Pick<ConformSettings, 'maxRequests' | 'maxOtpSends' | 'maxDuration'>;

/** Limits the requests, sends and duration of a run, and counts its new users. */
export class RequestBudget {
  readonly #limits: Limits;
  readonly #now: () => number;
  /** Start of the run, moved later by the time that is not counted. */
  #startedAt: number;
  #untimedTasks = 0;
  /** When the first of the untimed tasks in progress began. */
  #untimedSince = 0;
  #requests = 0;
  #otpSends = 0;
  readonly #usersCreated = new Set<string>();

  constructor(limits: Limits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#startedAt = now();
  }

  /** @throws BudgetSpent if too little time is left to start a check */
  assertTimeForChecks(): void {
    this.#assertTimeLeft(TIME_FOR_CHECKS);
  }

  countRequest(): void {
    this.#assertTimeLeft(1);
    const reason = this.requestLimitReason;
    if (reason !== null) throw new BudgetSpent(reason);
    this.#requests += 1;
  }

  /** Why the run cannot send more requests; null while the limit is not reached. */
  get requestLimitReason(): string | null {
    const { maxRequests } = this.#limits;
    return this.#requests < maxRequests
      ? null
      : `the limit of ${maxRequests} requests is reached. Increase --max-requests`;
  }

  refundRequest(): void {
    this.#requests -= 1;
  }

  countOtpSend(): void {
    if (this.otpSendsLeft <= 0) {
      throw new BudgetSpent(
        `the limit of ${this.#limits.maxOtpSends} one-time passwords is reached. Increase --max-otp-sends`,
      );
    }
    this.#otpSends += 1;
  }

  refundOtpSend(): void {
    this.#otpSends -= 1;
  }

  get otpSendsLeft(): number {
    return this.#limits.maxOtpSends - this.#otpSends;
  }

  /** Runs `work` without counting its duration, such as the time in which a person enters a code. */
  async runUntimed<T>(work: () => Promise<T>): Promise<T> {
    if (this.#untimedTasks === 0) this.#untimedSince = this.#now();
    this.#untimedTasks += 1;
    try {
      return await work();
    } finally {
      this.#untimedTasks -= 1;
      if (this.#untimedTasks === 0) this.#startedAt += this.#now() - this.#untimedSince;
    }
  }

  #assertTimeLeft(share: number): void {
    const countedUntil = this.#untimedTasks === 0 ? this.#now() : this.#untimedSince;
    if (countedUntil - this.#startedAt < this.#limits.maxDuration * share) return;
    const limit = formatReadableDuration(this.#limits.maxDuration);
    const state = share < 1 ? 'leaves no time for further checks' : 'is reached';
    throw new BudgetSpent(`the limit of ${limit} ${state}. Increase --max-duration`);
  }

  /** @param identity a new address or number */
  recordCreatedUser(identity: string): void {
    this.#usersCreated.add(identity);
  }

  get spent(): Budget {
    return {
      requests: { used: this.#requests, limit: this.#limits.maxRequests },
      otpSends: { used: this.#otpSends, limit: this.#limits.maxOtpSends },
      usersCreated: this.#usersCreated.size,
    };
  }
}
