import type { Clock } from '../ports/clock.ts';
import type { Tenancy } from './store.ts';

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

  /** Milliseconds of wall time; null for never. */
  expiresAt(name: string): number | null {
    const { unusedFor } = this.#tenancy;
    const usedAt = this.#instants.get(name);
    return unusedFor === null || usedAt === undefined ? null : usedAt + unusedFor;
  }

  hasExpired(name: string): boolean {
    const expiresAt = this.expiresAt(name);
    return expiresAt !== null && expiresAt <= this.#clock.now();
  }

  /** Those that have expired; looks at no others. */
  expired(): string[] {
    const names: string[] = [];
    for (const name of this.#instants.keys()) {
      if (!this.hasExpired(name)) break;
      names.push(name);
    }
    return names;
  }
}
