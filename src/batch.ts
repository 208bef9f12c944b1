/** Processes the items of one turn of the event loop together, which is faster than one turn per item. */
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

/** Like `createBatch`, but the returned function resolves to the result of `work`, or rejects with its error. */
export function createBatchWithResults<Input, Result>(
  work: (input: Input) => Result,
): (input: Input) => Promise<Result> {
  const waitForBatch = createBatch((start: (value: void) => void) => start());
  return async (input) => {
    await new Promise<void>(waitForBatch);
    return work(input);
  };
}
