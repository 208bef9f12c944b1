import type { Clock } from '../ports/clock.ts';
import type { CatalogState } from './catalog.ts';
import type { Tenancy } from './store.ts';

/** A use is shared with other processes once the last one is this fraction of the idle timeout ago. */
const SHARED_FRACTION = 0.01;

/** When each workspace was last used, and which have expired. There are no timers. */
export class LastUse {
  readonly #tenancy: Tenancy;
  readonly #clock: Clock;
  /** Has the uses that several processes share, if they do. */
  readonly #catalog: { readonly durable: CatalogState } | undefined;
  /** Milliseconds of wall time; a use moves its workspace to the end. */
  readonly #instants = new Map<string, number>();

  constructor(
    tenancy: Tenancy,
    clock: Clock,
    catalog: { readonly durable: CatalogState } | undefined,
  ) {
    this.#tenancy = tenancy;
    this.#clock = clock;
    this.#catalog = catalog;
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
    const last = Math.max(this.#instants.get(name) ?? -Infinity, this.#shared(name));
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

  /** Whether to share a use of now with other processes: not every use, since expiry need not be exact. */
  isNews(name: string): boolean {
    if (this.#catalog === undefined || !this.#expires(name)) return false;
    const since = this.#clock.now() - this.#shared(name);
    return since > (this.#tenancy.unusedFor ?? Infinity) * SHARED_FRACTION;
  }

  #expires(name: string): boolean {
    return this.#tenancy.unusedFor !== null && name !== this.#tenancy.permanent;
  }

  #shared(name: string): number {
    return this.#catalog?.durable.parts.uses.get(name) ?? -Infinity;
  }
}
