/** Lets so many in at a time, or one who wants to be alone. In the order of asking. */
export class Gate {
  #capacity: number;
  #inside = 0;
  #aloneInside = false;
  readonly #waiting: { alone: boolean; enter: () => void }[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  narrow(capacity: number): void {
    this.#capacity = Math.min(this.#capacity, capacity);
  }

  async pass<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ alone, enter });
      this.#admit();
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
    for (;;) {
      const next = this.#waiting[0];
      const room = next?.alone ? this.#inside === 0 : this.#inside < this.#capacity;
      if (next === undefined || this.#aloneInside || !room) return;
      this.#waiting.shift();
      this.#inside += 1;
      this.#aloneInside = next.alone;
      next.enter();
    }
  }
}
