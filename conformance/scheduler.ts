/** Limits how many checks run at the same time, and decides which may run beside which. */
import type { OtpChannel } from '../src/dialect/dialect.ts';

/**
 * What a check must not share: `alone` runs beside no other check; otherwise no two checks run at the
 * same time that list the same channel.
 */
export type Exclusivity = 'alone' | readonly OtpChannel[];

/** Checks that may be paused at a time, for each that may run. */
const MAX_PAUSED = 3;

/** The place of a running check. */
export interface Slot {
  /** Lets another check run until `waiting` resolves. */
  release<T>(waiting: () => Promise<T>): Promise<T>;
}

/** A slot that is kept while its owner waits. */
export const fixedSlot: Slot = { release: (waiting) => waiting() };

interface Queued {
  readonly channels: readonly OtpChannel[];
  start(): void;
}

export class Scheduler {
  #capacity: number;
  #limit = Infinity;
  #running = 0;
  #paused = 0;
  #isAloneRunning = false;
  readonly #channelsInUse = new Set<OtpChannel>();
  readonly #queue: Queued[] = [];
  readonly #queueOfAlone: (() => void)[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Sets the maximum number of concurrent tasks, which `resize` cannot exceed. */
  limit(capacity: number): void {
    this.#limit = Math.min(this.#limit, capacity);
    this.resize(this.#capacity);
  }

  resize(capacity: number): void {
    this.#capacity = Math.min(this.#limit, capacity);
    this.#startNext();
  }

  /** Runs `work` as soon as its exclusivity allows; work that runs alone comes after all other work. */
  async run<T>(exclusivity: Exclusivity, work: (slot: Slot) => Promise<T>): Promise<T> {
    const channels = exclusivity === 'alone' ? [] : exclusivity;
    await new Promise<void>((start) => {
      if (exclusivity === 'alone') this.#queueOfAlone.push(start);
      else this.#queue.push({ channels, start });
      // Everything queued in the same tick is known before the first one starts.
      queueMicrotask(() => this.#startNext());
    });
    try {
      return await work(exclusivity === 'alone' ? fixedSlot : this.#slot);
    } finally {
      this.#running -= 1;
      this.#isAloneRunning = false;
      for (const channel of channels) this.#channelsInUse.delete(channel);
      this.#startNext();
    }
  }

  readonly #slot: Slot = {
    release: async (waiting) => {
      // Where one runs at a time, nothing may happen between its steps.
      if (this.#capacity === 1) return waiting();
      this.#running -= 1;
      this.#paused += 1;
      this.#startNext();
      try {
        return await waiting();
      } finally {
        // It needs no place: all running checks may be waiting for an identity that it holds.
        this.#paused -= 1;
        this.#running += 1;
      }
    },
  };

  #startNext(): void {
    if (this.#isAloneRunning) return;
    while (this.#running < this.#capacity) {
      const start = this.#takeFromQueue();
      if (start === undefined) break;
      this.#running += 1;
      start();
    }
    if (this.#running + this.#paused > 0) return;
    const start = this.#queueOfAlone.shift();
    if (start === undefined) return;
    this.#running = 1;
    this.#isAloneRunning = true;
    start();
  }

  /** Prefers work that needs a channel: that queue takes longest. */
  #takeFromQueue(): (() => void) | undefined {
    if (this.#paused >= this.#capacity * MAX_PAUSED) return undefined;
    const free = this.#queue.filter(({ channels }) =>
      channels.every((channel) => !this.#channelsInUse.has(channel)),
    );
    const next = free.find(({ channels }) => channels.length > 0) ?? free[0];
    if (next === undefined) return undefined;
    this.#queue.splice(this.#queue.indexOf(next), 1);
    for (const channel of next.channels) this.#channelsInUse.add(channel);
    return next.start;
  }
}
