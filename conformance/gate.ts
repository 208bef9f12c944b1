/** Lets so many in at a time, or one who wants to be alone; those come after all others who wait. */
export class Gate {
  #capacity: number;
  #inside = 0;
  #aloneInside = false;
  readonly #together: (() => void)[] = [];
  readonly #alone: (() => void)[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  narrow(capacity: number): void {
    this.#capacity = Math.min(this.#capacity, capacity);
  }

  async pass<T>(company: 'together' | 'alone', work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      (company === 'alone' ? this.#alone : this.#together).push(enter);
      // All who ask at once are counted before the first one is let in.
      queueMicrotask(() => this.#admit());
    });
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#aloneInside = false;
      this.#admit();
    }
  }

  #admit(): void {
    if (this.#aloneInside) return;
    while (this.#inside < this.#capacity) {
      const enter = this.#together.shift();
      if (enter === undefined) break;
      this.#inside += 1;
      enter();
    }
    if (this.#inside > 0) return;
    const enter = this.#alone.shift();
    if (enter === undefined) return;
    this.#inside = 1;
    this.#aloneInside = true;
    enter();
  }
}
