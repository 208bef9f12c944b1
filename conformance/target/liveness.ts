/** Detects a deployment that stopped responding, so that the run ends early. */

/** Minimum number of consecutive failed requests before a probe is sent. */
const MAX_FAILED = 20;
const LONGEST_SILENCE = 30_000;

export class Liveness {
  readonly #ports: { now(): number; look(): Promise<string | null> };
  #failed = 0;
  /**
   * Time of the first failure since the last response, in milliseconds since 1970; null after a
   * response.
   */
  #silentSince: number | null = null;
  #looking: Promise<void> | null = null;
  #unreachable: string | null = null;

  /**
   * @param ports `look` sends a request and returns the reason of a failure, or null for a response
   */
  constructor(ports: { now(): number; look(): Promise<string | null> }) {
    this.#ports = ports;
  }

  /** The reason why the deployment counts as unreachable; null while it responds. */
  get unreachable(): string | null {
    return this.#unreachable;
  }

  answered(): void {
    this.#failed = 0;
    this.#silentSince = null;
  }

  /**
   * Records a request without a response of the service: one operation may be unavailable, or all.
   */
  async failed(): Promise<void> {
    this.#failed += 1;
    this.#silentSince ??= this.#ports.now();
    const isLong = this.#ports.now() - this.#silentSince >= LONGEST_SILENCE;
    if (this.#failed < MAX_FAILED || !isLong) return;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#unreachable = await this.#ports.look();
    if (this.#unreachable === null) this.answered();
  }
}
