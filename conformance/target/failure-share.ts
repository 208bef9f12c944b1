/** Measures how often requests get no response of the service, to judge if a request causes its failures. */

/** Probability below which repeated failures do not count as chance. */
const MAX_CHANCE = 1e-8;
const MAX_TRIES = 30;

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

  /** Returns after how many failures a request counts as their cause, given the share of other failures. */
  countTriesNeeded(ownFailures: number): number {
    const share = Math.max(0, this.#unexplained - ownFailures) / (this.#sent + 1);
    // Solves share ** tries <= MAX_CHANCE.
    return Math.min(MAX_TRIES, Math.ceil(Math.log(MAX_CHANCE) / Math.log(share)));
  }
}
