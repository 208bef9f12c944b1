/** Whether the deployment is still there: one that dies during a run is not asked to the last request. */

/** So many requests in a row came to nothing, for so many milliseconds, before somebody looks. */
const MOST_FAILED = 20;
const LONGEST_SILENCE = 30_000;

export class Liveness {
  readonly #ports: { now(): number; look(): Promise<string | null> };
  #failed = 0;
  /** Milliseconds since 1970; null while there are answers. */
  #silentSince: number | null = null;
  #looking: Promise<void> | null = null;
  #unreachable: string | null = null;

  /** @param ports `look` makes a request of its own: what is in its way, or null where it is answered */
  constructor(ports: { now(): number; look(): Promise<string | null> }) {
    this.#ports = ports;
  }

  /** Why the deployment answers no more; null while it is there. */
  get unreachable(): string | null {
    return this.#unreachable;
  }

  answered(): void {
    this.#failed = 0;
    this.#silentSince = null;
  }

  /** After a request without a response of the service: one operation may be out of order, or all. */
  async failed(): Promise<void> {
    this.#failed += 1;
    this.#silentSince ??= this.#ports.now();
    const isLong = this.#ports.now() - this.#silentSince >= LONGEST_SILENCE;
    if (this.#failed < MOST_FAILED || !isLong) return;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#unreachable = await this.#ports.look();
    if (this.#unreachable === null) this.answered();
  }
}
