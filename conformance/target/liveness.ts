/** Detects a deployment that stopped responding, so that the run ends early. */

/** Number of consecutive failures before a probe is sent. */
const MIN_FAILURES = 20;
/** Minimum time from the first of these failures to the probe, in milliseconds. */
const MIN_SILENCE = 30_000;

export class Liveness {
  readonly #ports: { now(): number; probe(): Promise<string | null> };
  #failures = 0;
  /** Time of the first failure since the last response, in ms since 1970; null after a response. */
  #silentSince: number | null = null;
  #probing: Promise<void> | null = null;
  #unreachable: string | null = null;

  /** @param ports `probe` sends a request and returns why it failed, or null after a response */
  constructor(ports: { now(): number; probe(): Promise<string | null> }) {
    this.#ports = ports;
  }

  /** Why the deployment counts as unreachable, which ends the run; null while it is reachable. */
  get unreachable(): string | null {
    return this.#unreachable;
  }

  recordResponse(): void {
    this.#failures = 0;
    this.#silentSince = null;
  }

  /** Records a request without a response of the service; sends the probe after many of them. */
  async recordFailure(): Promise<void> {
    if (this.#unreachable !== null) return;
    this.#failures += 1;
    this.#silentSince ??= this.#ports.now();
    const isLongEnough = this.#ports.now() - this.#silentSince >= MIN_SILENCE;
    if (this.#failures < MIN_FAILURES || !isLongEnough) return;
    this.#probing ??= this.#probe().finally(() => (this.#probing = null));
    await this.#probing;
  }

  async #probe(): Promise<void> {
    const silentSince = this.#silentSince;
    const problem = await this.#ports.probe();
    if (problem === null) this.recordResponse();
    // A response to another request in the meantime shows that the deployment is reachable.
    else if (this.#silentSince === silentSince) this.#unreachable = problem;
  }
}
