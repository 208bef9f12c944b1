import type { Budget } from '../outcome.ts';
import { BudgetSpent } from './trouble.ts';

/** What the run may do to the deployment, and what it has done so far. */
export class Spending {
  readonly #mostRequests: number;
  readonly #mostOtpSends: number;
  #requests = 0;
  #otpSends = 0;
  readonly #usersMade = new Set<string>();

  constructor(most: { maxRequests: number; maxOtpSends: number }) {
    this.#mostRequests = most.maxRequests;
    this.#mostOtpSends = most.maxOtpSends;
  }

  /** @throws BudgetSpent */
  request(): void {
    if (this.#requests >= this.#mostRequests) {
      throw new BudgetSpent(`all ${this.#mostRequests} requests are spent; raise --max-requests`);
    }
    this.#requests += 1;
  }

  /** @throws BudgetSpent */
  otpSend(): void {
    if (this.#otpSends >= this.#mostOtpSends) {
      throw new BudgetSpent(
        `all ${this.#mostOtpSends} one-time passwords are sent; raise --max-otp-sends`,
      );
    }
    this.#otpSends += 1;
  }

  /** Takes back what was counted. */
  otpSendRefused(): void {
    this.#otpSends -= 1;
  }

  get otpSendsLeft(): number {
    return this.#mostOtpSends - this.#otpSends;
  }

  /** @param identity that nobody had before: an address, a number */
  userMade(identity: string): void {
    this.#usersMade.add(identity);
  }

  get spent(): Budget {
    return {
      requests: { used: this.#requests, most: this.#mostRequests },
      otpSends: { used: this.#otpSends, most: this.#mostOtpSends },
      usersMade: this.#usersMade.size,
    };
  }
}
