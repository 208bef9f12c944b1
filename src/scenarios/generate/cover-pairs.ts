/** Pairwise testing: most errors depend on at most two values, so each pair of values occurs in at least one row. */

export interface Covering<Value> {
  /** Each row has one value of every parameter, in the order of the parameters. */
  readonly rows: readonly (readonly Value[])[];
  /** Pairs that no allowed row contains. */
  readonly impossible: readonly (readonly [Value, Value])[];
}

interface Cell<Value> {
  readonly parameter: number;
  readonly value: Value;
  /** The cells that are in a row with this cell. */
  readonly covered: Set<Cell<Value>>;
  /** The number of rows with this cell. */
  uses: number;
}

/**
 * Finds few rows that together contain each pair of values of different parameters. A row starts with a pair
 * that no earlier row contains, and is completed with the values that add the most new pairs (the greedy
 * algorithm of AETG: Cohen, Dalal, Fredman, Patton, "The AETG System", 1997). The result depends on the
 * arguments only.
 *
 * @param isAllowed whether a complete row is allowed
 */
export function coverPairs<Value>(
  parameters: readonly (readonly Value[])[],
  isAllowed: (row: readonly Value[]) => boolean,
): Covering<Value> {
  const columns = parameters.map((values, parameter) =>
    values.map((value): Cell<Value> => ({ parameter, value, covered: new Set(), uses: 0 })),
  );
  const rows: (readonly Value[])[] = [];
  const impossible: (readonly [Value, Value])[] = [];
  for (const [first, second] of listPairs(columns)) {
    if (first.covered.has(second)) continue;
    const row = completeRow([first, second], columns, isAllowed);
    if (row === undefined) {
      impossible.push([first.value, second.value]);
      continue;
    }
    for (const cell of row) {
      cell.uses += 1;
      for (const neighbour of row) cell.covered.add(neighbour);
    }
    rows.push(listValues(row));
  }
  return { rows, impossible };
}

type Cells<Value> = readonly Cell<Value>[];

function* listPairs<Value>(
  columns: readonly Cells<Value>[],
): Generator<readonly [Cell<Value>, Cell<Value>]> {
  for (const [index, column] of columns.entries()) {
    for (const otherColumn of columns.slice(index + 1)) {
      for (const first of column) for (const second of otherColumn) yield [first, second];
    }
  }
}

/** Completes a row by trying the best values first; undefined if no allowed row has the chosen values. */
function completeRow<Value>(
  chosen: Cells<Value>,
  columns: readonly Cells<Value>[],
  isAllowed: (row: readonly Value[]) => boolean,
): Cells<Value> | undefined {
  const openColumn = columns.find((_, index) =>
    chosen.every(({ parameter }) => parameter !== index),
  );
  if (openColumn === undefined) return isAllowed(listValues(chosen)) ? chosen : undefined;
  for (const cell of sortBestFirst(openColumn, chosen)) {
    const row = completeRow([...chosen, cell], columns, isAllowed);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Sorts cells by the number of new pairs with chosen cells, then by the fewest uses. */
function sortBestFirst<Value>(column: Cells<Value>, chosen: Cells<Value>): Cells<Value> {
  return column
    .map((cell) => ({ cell, gain: chosen.filter((other) => !cell.covered.has(other)).length }))
    .toSorted((a, b) => b.gain - a.gain || a.cell.uses - b.cell.uses)
    .map(({ cell }) => cell);
}

function listValues<Value>(row: Cells<Value>): Value[] {
  return row.toSorted((a, b) => a.parameter - b.parameter).map(({ value }) => value);
}
