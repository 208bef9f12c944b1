/** Returns `Did you mean port?`, or the alternative if no candidate is similar. */
export function suggestOr(
  alternative: string,
  input: string,
  candidates: Iterable<string>,
): string {
  const nearest = findNearest(input, candidates);
  return nearest === undefined ? alternative : `Did you mean ${nearest}?`;
}

/**
 * Returns the nearest candidate, ignoring case. If several have the same distance, returns the first. The maximum
 * distance is 1 edit for an input of fewer than 4 letters, otherwise 2. A candidate that starts with the input
 * has the distance 1.
 */
export function findNearest(input: string, candidates: Iterable<string>): string | undefined {
  const word = input.toLowerCase();
  let nearest: string | undefined;
  /** A candidate needs a smaller distance. */
  let limit = word.length < 4 ? 2 : 3;
  for (const candidate of candidates) {
    const name = candidate.toLowerCase();
    const isPrefix = word !== '' && name !== word && name.startsWith(word);
    // The distance is at least the difference in length.
    if (!isPrefix && Math.abs(word.length - name.length) >= limit) continue;
    const distance = isPrefix ? 1 : measureDistance(word, name);
    if (distance < limit) {
      nearest = candidate;
      limit = distance;
    }
  }
  return nearest;
}

/** Returns the optimal string alignment distance: how many letters to insert, delete, replace or transpose. */
export function measureDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replacement = left[row - 1] === right[column - 1] ? 0 : 1;
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + replacement,
        swapped ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
