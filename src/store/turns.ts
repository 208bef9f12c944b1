/** The end of a queue. */
interface Queue {
  last: Promise<unknown>;
}

/** Lets what is done under one name happen one after the other, in the order in which it was asked. */
export class Turns {
  readonly #queues = new Map<string, Queue>();

  /** Runs `work` when all that was asked for before it is done, be it well or not. */
  next<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(name);
    const mine: Queue = queue ?? { last: Promise.resolve() };
    if (queue === undefined) this.#queues.set(name, mine);
    const result = queue === undefined ? work() : mine.last.then(work);
    const leave = () => {
      if (mine.last === settled) this.#queues.delete(name);
    };
    const settled: Promise<void> = result.then(leave, leave);
    mine.last = settled;
    return result;
  }

  /** Whether something is under way. */
  areTaken(name: string): boolean {
    return this.#queues.has(name);
  }
}
