/**
 * Work of one kind, gathered while calls arrive and done in a row before the event loop waits again. What
 * such work needs, a table of a curve or a reader that has to wake up, is then there for all but the first.
 */
import { setImmediate } from 'node:timers';

/** Taken once, so that a test which stops the timers of its process doesn't stop the sandbox in it. */
const afterArrivals = setImmediate;

/** @param work must not throw */
export function batch<Item>(work: (item: Item) => void): (item: Item) => void {
  let gathered: Item[] = [];
  const doAll = () => {
    const items = gathered;
    gathered = [];
    for (const item of items) work(item);
  };
  return (item) => {
    if (gathered.push(item) === 1) afterArrivals(doAll);
  };
}

/** The same of work with a result, or an error of its own. */
export function batchResults<Input, Result>(
  work: (input: Input) => Result,
): (input: Input) => Promise<Result> {
  const add = batch(({ input, resolve, reject }: Job<Input, Result>) => {
    try {
      resolve(work(input));
    } catch (error) {
      reject(error);
    }
  });
  return (input) =>
    new Promise((resolve, reject) => {
      add({ input, resolve, reject });
    });
}

interface Job<Input, Result> {
  readonly input: Input;
  resolve(result: Result): void;
  reject(error: unknown): void;
}
