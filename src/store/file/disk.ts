/** Lets work at the disk fail and heal: what goes wrong is told, and made good before the next try. */
import { StoreRefused, StoreUnavailable } from '../store.ts';
import { reasonOf } from './file-error.ts';

/** What a disk is looked after by. */
export interface Care {
  /** Tells what is there from another that takes its place. */
  identity(): Promise<string>;
  /** Brings everything back that should be there. Nothing else is written meanwhile. */
  mend(): Promise<void>;
  failed(error: unknown): void;
  healed(): void;
}

export class Disk {
  readonly #care: Care;
  #identity: string;
  #failure: string | undefined;
  #mending: Promise<void> | undefined;
  readonly #underway = new Set<Promise<unknown>>();

  /** @param identity of what is there now, all of it sound */
  constructor(care: Care, identity: string) {
    this.#care = care;
    this.#identity = identity;
  }

  /** Why the last write failed; undefined where it did not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** @throws StoreUnavailable where the work fails, or what has failed before is not made good */
  async write(work: () => Promise<void>): Promise<void> {
    try {
      await this.#sound(work);
    } catch (error) {
      if (this.#failure === undefined) this.#care.failed(error);
      this.#failure =
        error instanceof StoreRefused ? 'another process uses its folder' : reasonOf(error);
      throw error instanceof StoreUnavailable
        ? error
        : new StoreUnavailable(this.#failure, { cause: error });
    }
  }

  /** Does the work once everything is sound, and not while it is being mended. */
  async #sound(work: () => Promise<void>): Promise<void> {
    for (;;) {
      await this.#mending;
      const identity = await this.#care.identity();
      if (this.#mending !== undefined) continue;
      if (this.#failure === undefined && identity === this.#identity) break;
      this.#mending = this.#mend(identity);
      try {
        await this.#mending;
      } finally {
        this.#mending = undefined;
      }
    }
    const done = work();
    this.#underway.add(done);
    try {
      await done;
    } finally {
      this.#underway.delete(done);
    }
  }

  async #mend(identity: string): Promise<void> {
    await Promise.allSettled(this.#underway);
    await this.#care.mend();
    this.#identity = identity;
    if (this.#failure !== undefined) this.#care.healed();
    this.#failure = undefined;
  }
}
