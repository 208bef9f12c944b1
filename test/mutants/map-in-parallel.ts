import pLimit from 'p-limit';

/** Maps a list with limited concurrency; returns the results in the order of the list. */
export const mapInParallel = <Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> => pLimit(3).map(items, map);
