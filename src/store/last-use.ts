import type { Clock } from '../ports/clock.ts';
import type { Tenancy } from './store.ts';

/** A use is shared when the last one is so much of the idle timeout ago. */
const NOTED = 100;

/** When each workspace was last used, and which have not been for too long. There are no timers. */
export class LastUse {
  readonly #tenancy: Tenancy;
  readonly #clock: Clock;
  /** Milliseconds of wall time; a use moves its workspace to the end. */
  readonly #instants = new Map<string, number>();

  constructor(tenancy: Tenancy, clock: Clock) {
    this.#tenancy = tenancy;
    this.#clock = clock;
  }

  touch(name: string): void {
    if (this.#tenancy.unusedFor === null || name === this.#tenancy.permanent) return;
    this.#instants.delete(name);
    this.#instants.set(name, this.#clock.now());
  }

  forget(name: string): void {
    this.#instants.delete(name);
  }

  /**
   * @param shared when another process used it last
   * @returns milliseconds of wall time; null for never
   */
  expiresAt(name: string, shared: number | undefined): number | null {
    const { unusedFor } = this.#tenancy;
    const own = this.#instants.get(name);
    if (unusedFor === null || (own === undefined && shared === undefined)) return null;
    return Math.max(own ?? 0, shared ?? 0) + unusedFor;
  }

  hasExpired(name: string, shared: number | undefined): boolean {
    const expiresAt = this.expiresAt(name, shared);
    return expiresAt !== null && expiresAt <= this.#clock.now();
  }

  /** Workspaces that this process has used, and not for too long; looks at no others. */
  expired(): string[] {
    const names: string[] = [];
    for (const name of this.#instants.keys()) {
      if (!this.hasExpired(name, undefined)) break;
      names.push(name);
    }
    return names;
  }

  /** Whether other processes have to know of this use: not of each, since it need not be exact. */
  isNews(name: string, shared: number | undefined): boolean {
    const { unusedFor, permanent } = this.#tenancy;
    if (unusedFor === null || name === permanent) return false;
    return this.#clock.now() - (shared ?? 0) > unusedFor / NOTED;
  }
}
