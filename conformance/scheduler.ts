/** Limits the number of concurrent checks, and decides which checks may run concurrently. */
import type { OtpChannel } from '../src/dialect/dialect.ts';

/** `alone` excludes all other checks; a list excludes checks that use one of its channels. */
export type Exclusivity = 'alone' | readonly OtpChannel[];

/** No check starts while this many checks are paused for each slot of the capacity. */
const MAX_PAUSED_PER_SLOT = 3;

export interface Slot {
  /** Lets another check run until `wait` resolves. */
  release<T>(wait: () => Promise<T>): Promise<T>;
}

/** A slot that is not released while its owner waits. */
export const fixedSlot: Slot = { release: (wait) => wait() };

interface QueuedCheck {
  readonly channels: readonly OtpChannel[];
  start(): void;
}

export class Scheduler {
  #capacity: number;
  #limit = Infinity;
  #running = 0;
  #paused = 0;
  #isExclusiveRunning = false;
  readonly #channelsInUse = new Set<OtpChannel>();
  readonly #queue: QueuedCheck[] = [];
  readonly #exclusiveQueue: (() => void)[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Sets the maximum number of concurrent checks, which `resize` cannot exceed. */
  limit(capacity: number): void {
    this.#limit = Math.min(this.#limit, capacity);
    this.resize(this.#capacity);
  }

  resize(capacity: number): void {
    this.#capacity = Math.min(this.#limit, capacity);
    this.#startNext();
  }

  /** Runs a check as soon as its exclusivity allows; `alone` starts after all other checks. */
  async run<T>(exclusivity: Exclusivity, runCheck: (slot: Slot) => Promise<T>): Promise<T> {
    const channels = exclusivity === 'alone' ? [] : exclusivity;
    await new Promise<void>((start) => {
      if (exclusivity === 'alone') this.#exclusiveQueue.push(start);
      else this.#queue.push({ channels, start });
      // All checks that are queued in the same tick are known before the first of them starts.
      queueMicrotask(() => this.#startNext());
    });
    try {
      return await runCheck(exclusivity === 'alone' ? fixedSlot : this.#slot);
    } finally {
      this.#running -= 1;
      this.#isExclusiveRunning = false;
      for (const channel of channels) this.#channelsInUse.delete(channel);
      this.#startNext();
    }
  }

  readonly #slot: Slot = {
    release: async (wait) => {
      // If checks run one at a time, another check must not run between the steps of this check.
      if (this.#capacity === 1) return wait();
      this.#running -= 1;
      this.#paused += 1;
      this.#startNext();
      try {
        return await wait();
      } finally {
        // Continues even if no slot is free. Waiting for a slot could deadlock: a running check may
        // wait for an identity that this check has locked.
        this.#paused -= 1;
        this.#running += 1;
      }
    },
  };

  #startNext(): void {
    if (this.#isExclusiveRunning) return;
    while (this.#running < this.#capacity) {
      const start = this.#takeFromQueue();
      if (start === undefined) break;
      this.#running += 1;
      start();
    }
    if (this.#running + this.#paused > 0) return;
    const start = this.#exclusiveQueue.shift();
    if (start === undefined) return;
    this.#running = 1;
    this.#isExclusiveRunning = true;
    start();
  }

  /** Prefers checks with a channel: the checks of one channel run one at a time and take longest in total. */
  #takeFromQueue(): (() => void) | undefined {
    if (this.#paused >= this.#capacity * MAX_PAUSED_PER_SLOT) return undefined;
    const startable = this.#queue.filter(({ channels }) =>
      channels.every((channel) => !this.#channelsInUse.has(channel)),
    );
    const next = startable.find(({ channels }) => channels.length > 0) ?? startable[0];
    if (next === undefined) return undefined;
    this.#queue.splice(this.#queue.indexOf(next), 1);
    for (const channel of next.channels) this.#channelsInUse.add(channel);
    return next.start;
  }
}
