/** Decides whether a request causes its repeated failures, from the share of all requests that fail. */

/** If repeated failures are less probable than this by chance, the request is their cause. */
const MAX_CHANCE = 1e-8;
const MAX_FAILURES_NEEDED = 30;

export class FailureShare {
  #sent = 0;
  /** Number of failures without a known cause. */
  #unexplained = 0;

  record(result: 'response' | 'failure'): void {
    this.#sent += 1;
    if (result === 'failure') this.#unexplained += 1;
  }

  /** Records that one request was the cause of its failures. */
  recordCause(failures: number): void {
    this.#unexplained = Math.max(0, this.#unexplained - failures);
  }

  /**
   * Returns the number of failures of one request from which on the request counts as their cause.
   * @param ownFailures failures of this request so far, which are not part of the share of failed requests
   */
  countFailuresNeeded(ownFailures: number): number {
    const share = Math.max(0, this.#unexplained - ownFailures) / (this.#sent + 1);
    // Solves share ** failures <= MAX_CHANCE.
    return Math.min(MAX_FAILURES_NEEDED, Math.ceil(Math.log(MAX_CHANCE) / Math.log(share)));
  }
}
