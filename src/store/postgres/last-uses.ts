import type { Clock } from '../../ports/clock.ts';
import type { Tenancy } from '../store.ts';
import type { Held } from './held-states.ts';
import type { WorkspaceRow } from './workspace-rows.ts';

/** A use is written down when the last one is so much of the lifetime ago: it need not be exact. */
const NOTED = 100;

/** When workspaces were last used, by any replica, and which have not been for too long. */
export class LastUses {
  readonly #tenancy: Tenancy;
  readonly #clock: Clock;

  constructor(tenancy: Tenancy, clock: Clock) {
    this.#tenancy = tenancy;
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  /** Milliseconds of wall time; null for never. */
  expiresAt({ state, usedAt }: Held): number | null {
    const { unusedFor, permanent } = this.#tenancy;
    return unusedFor === null || state.settings.name === permanent ? null : usedAt + unusedFor;
  }

  haveExpired({ name, used_at: usedAt }: Pick<WorkspaceRow, 'name' | 'used_at'>): boolean {
    const end = this.lastUseOfExpired();
    return end !== null && name !== this.#tenancy.permanent && usedAt <= end;
  }

  /** What was last used then, or before, has expired; null where nothing ever does. */
  lastUseOfExpired(): number | null {
    const { unusedFor } = this.#tenancy;
    return unusedFor === null ? null : this.#clock.now() - unusedFor;
  }

  /** Whether this use has to be written down. */
  isNews({ state, usedAt }: Held): boolean {
    const { unusedFor, permanent } = this.#tenancy;
    if (unusedFor === null || state.settings.name === permanent) return false;
    return this.#clock.now() - usedAt > unusedFor / NOTED;
  }
}
