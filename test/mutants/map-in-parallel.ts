const CONCURRENCY = 3;

/** Maps a list with limited concurrency; returns the results in the order of the list. */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const mapQueue = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next;
      results[index] = await map(item);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, mapQueue));
  return results;
}
