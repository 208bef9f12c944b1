/** Detects a deployment that stopped responding, so that a run ends early. */

/** Failed requests in a row, and milliseconds, before a probe is sent. */
const MAX_FAILED = 20;
const LONGEST_SILENCE = 30_000;

export class Liveness {
  readonly #ports: { now(): number; look(): Promise<string | null> };
  #failed = 0;
  /** Milliseconds since 1970; null while there are responses. */
  #silentSince: number | null = null;
  #looking: Promise<void> | null = null;
  #unreachable: string | null = null;

  /** @param ports `look` sends a request; it returns the reason of a failure, or null for a response */
  constructor(ports: { now(): number; look(): Promise<string | null> }) {
    this.#ports = ports;
  }

  /** Why the deployment stopped responding; null while it responds. */
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
    if (this.#failed < MAX_FAILED || !isLong) return;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#unreachable = await this.#ports.look();
    if (this.#unreachable === null) this.answered();
  }
}
