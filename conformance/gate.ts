/** How one is let in: beside any others, beside those who take no turns, or by itself. */
export type Company = 'together' | 'inTurn' | 'alone';

/**
 * Lets so many in at a time, no two of them in turn, or one who wants to be alone; those come after all
 * others who wait.
 */
export class Gate {
  #capacity: number;
  #inside = 0;
  #turn: 'free' | 'taken' = 'free';
  #aloneInside = false;
  readonly #waiting: Readonly<Record<Company, (() => void)[]>> = {
    together: [],
    inTurn: [],
    alone: [],
  };

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  narrow(capacity: number): void {
    this.#capacity = Math.min(this.#capacity, capacity);
  }

  async pass<T>(company: Company, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting[company].push(enter);
      // All who ask at once are counted before the first one is let in.
      queueMicrotask(() => this.#admit());
    });
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#aloneInside = false;
      if (company === 'inTurn') this.#turn = 'free';
      this.#admit();
    }
  }

  #admit(): void {
    if (this.#aloneInside) return;
    while (this.#inside < this.#capacity) {
      const enter = this.#nextInTurn() ?? this.#waiting.together.shift();
      if (enter === undefined) break;
      this.#inside += 1;
      enter();
    }
    if (this.#inside > 0) return;
    const enter = this.#waiting.alone.shift();
    if (enter === undefined) return;
    this.#inside = 1;
    this.#aloneInside = true;
    enter();
  }

  /** First, since their row is what lasts longest. */
  #nextInTurn(): (() => void) | undefined {
    if (this.#turn === 'taken') return undefined;
    const enter = this.#waiting.inTurn.shift();
    if (enter !== undefined) this.#turn = 'taken';
    return enter;
  }
}
