/** How one is let in: beside any others, beside those who take no turns, or by itself. */
export type Company = 'together' | 'inTurn' | 'alone';

/** For each place inside, how many may be away at a time. */
const MOST_AWAY = 3;

/** What one has who was let in. */
export interface Turn {
  /** Gives the place to another one while nothing is asked of the deployment; then it is taken again. */
  away<T>(waiting: () => Promise<T>): Promise<T>;
}

/** Of one who keeps the place, or has none. */
export const atOnce: Turn = { away: (waiting) => waiting() };

/**
 * Lets so many in at a time, no two of them in turn, or one who wants to be alone; those come after all
 * others who wait.
 */
export class Gate {
  #capacity: number;
  /** However many are wanted, no more. */
  #ceiling = Infinity;
  #inside = 0;
  /** Of those who were let in, how many wait outside. */
  #away = 0;
  #inTurn: 'free' | 'taken' = 'free';
  #aloneInside = false;
  readonly #waiting: Readonly<Record<Company, (() => void)[]>> = {
    together: [],
    inTurn: [],
    alone: [],
  };
  readonly #returning: (() => void)[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Never lets in more than so many from now on. */
  narrow(capacity: number): void {
    this.#ceiling = Math.min(this.#ceiling, capacity);
    this.resize(this.#capacity);
  }

  resize(capacity: number): void {
    this.#capacity = Math.min(this.#ceiling, capacity);
    this.#admit();
  }

  async pass<T>(company: Company, work: (turn: Turn) => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting[company].push(enter);
      // All who ask at once are counted before the first one is let in.
      queueMicrotask(() => this.#admit());
    });
    try {
      return await work(company === 'alone' ? atOnce : this.#turnInside);
    } finally {
      this.#inside -= 1;
      this.#aloneInside = false;
      if (company === 'inTurn') this.#inTurn = 'free';
      this.#admit();
    }
  }

  readonly #turnInside: Turn = {
    away: async (waiting) => {
      // One at a time means that nobody comes between what one does.
      if (this.#capacity === 1) return waiting();
      this.#inside -= 1;
      this.#away += 1;
      this.#admit();
      try {
        return await waiting();
      } finally {
        await new Promise<void>((enter) => {
          this.#returning.push(enter);
          this.#admit();
        });
        this.#away -= 1;
      }
    },
  };

  #admit(): void {
    if (this.#aloneInside) return;
    while (this.#inside < this.#capacity) {
      const enter = this.#returning.shift() ?? this.#nextNewcomer();
      if (enter === undefined) break;
      this.#inside += 1;
      enter();
    }
    if (this.#inside + this.#away > 0) return;
    const enter = this.#waiting.alone.shift();
    if (enter === undefined) return;
    this.#inside = 1;
    this.#aloneInside = true;
    enter();
  }

  #nextNewcomer(): (() => void) | undefined {
    if (this.#away >= this.#capacity * MOST_AWAY) return undefined;
    return this.#nextInTurn() ?? this.#waiting.together.shift();
  }

  /** First, since their row is what lasts longest. */
  #nextInTurn(): (() => void) | undefined {
    if (this.#inTurn === 'taken') return undefined;
    const enter = this.#waiting.inTurn.shift();
    if (enter !== undefined) this.#inTurn = 'taken';
    return enter;
  }
}
