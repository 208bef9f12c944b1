/**
 * Returns a function that runs work when all work given to it before is done, be it well or not. Work that
 * pauses in slices would otherwise overlap with itself.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
