import type { Clock } from '../ports/clock.ts';
import type { Tenancy } from './store.ts';

/** A use is shared once the last shared one is older than this fraction of the idle timeout. */
const SHARED_FRACTION = 0.01;

/** The last use of each workspace, from which expiry is derived. */
export class LastUse {
  readonly #tenancy: Tenancy;
  readonly #clock: Clock;
  /** Returns the last use that processes have shared; undefined if they share nothing. */
  readonly #shared: ((name: string) => number | undefined) | undefined;
  /** Milliseconds of wall time; a use moves its workspace to the end. */
  readonly #instants = new Map<string, number>();

  constructor(tenancy: Tenancy, clock: Clock, shared?: (name: string) => number | undefined) {
    this.#tenancy = tenancy;
    this.#clock = clock;
    this.#shared = shared;
  }

  touch(name: string): void {
    if (!this.#expires(name)) return;
    this.#instants.delete(name);
    this.#instants.set(name, this.#clock.now());
  }

  forget(name: string): void {
    this.#instants.delete(name);
  }

  /** Returns milliseconds of wall time; null for never. */
  expiresAt(name: string): number | null {
    const last = Math.max(this.#instants.get(name) ?? -Infinity, this.#shared?.(name) ?? -Infinity);
    const { unusedFor } = this.#tenancy;
    return unusedFor === null || last === -Infinity ? null : last + unusedFor;
  }

  hasExpired(name: string): boolean {
    return (this.expiresAt(name) ?? Infinity) <= this.#clock.now();
  }

  /** Returns the expired workspaces among those that this process has used, without inspecting others. */
  expired(): string[] {
    const names: string[] = [];
    for (const name of this.#instants.keys()) {
      if (!this.hasExpired(name)) break;
      names.push(name);
    }
    return names;
  }

  /** Returns whether to share a use now; not every one, since expiry need not be exact. */
  isNews(name: string): boolean {
    if (this.#shared === undefined || !this.#expires(name)) return false;
    const since = this.#clock.now() - (this.#shared(name) ?? -Infinity);
    return since > (this.#tenancy.unusedFor ?? Infinity) * SHARED_FRACTION;
  }

  #expires(name: string): boolean {
    return this.#tenancy.unusedFor !== null && name !== this.#tenancy.permanent;
  }
}
