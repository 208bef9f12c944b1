/** Runs work in batches, which is faster: the items of one turn of the event loop are processed together. */
import { setImmediate } from './ports/real-timers.ts';

/** Returns a function that adds an item to the batch. @param work must not throw */
export function createBatch<Item>(work: (item: Item) => void): (item: Item) => void {
  let waiting: Item[] = [];
  const runBatch = () => {
    const items = waiting;
    waiting = [];
    for (const item of items) work(item);
  };
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(runBatch);
  };
}

/** Returns a function like that of `createBatch`, for work that returns a result or throws. */
export function createBatchWithResults<Input, Result>(
  work: (input: Input) => Result,
): (input: Input) => Promise<Result> {
  const add = createBatch((job: () => void) => job());
  return (input) =>
    new Promise((resolve, reject) => {
      add(() => {
        try {
          resolve(work(input));
        } catch (error) {
          reject(error);
        }
      });
    });
}
