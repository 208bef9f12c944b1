/** The end of a queue. */
interface Queue {
  last: Promise<unknown>;
}

/** Runs tasks with the same name one at a time, in the order of the calls. */
export class Turns {
  readonly #queues = new Map<string, Queue>();

  /** Runs `work` once all earlier tasks of the name have settled. */
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
