/** Pairwise testing: most mistakes show when two values meet, so let every two of them meet. */

export interface Covering<Value> {
  /** Each has one value of every parameter, in the order of the parameters. */
  readonly rows: readonly (readonly Value[])[];
  /** Pairs that are in no row that is allowed. */
  readonly impossible: readonly (readonly [Value, Value])[];
}

interface Cell<Value> {
  /** Counts through the values of all parameters. */
  readonly number: number;
  readonly parameter: number;
  readonly value: Value;
}

/**
 * Finds few rows in which every two values of different parameters meet, one row at a time, each
 * begun with a pair that has not met and filled up with the values that meet most others for the
 * first time (the greedy way of AETG: Cohen, Dalal, Fredman, Patton, "The AETG System", 1997).
 * The same arguments give the same rows.
 *
 * @param isAllowed whether a row, with a value of every parameter, may be among them
 */
export function coverPairs<Value>(
  parameters: readonly (readonly Value[])[],
  isAllowed: (row: readonly Value[]) => boolean,
): Covering<Value> {
  const columns = columnsOf(parameters);
  const met = new Meetings();
  const rows: (readonly Value[])[] = [];
  const impossible: (readonly [Value, Value])[] = [];
  for (const [one, other] of pairsOf(columns)) {
    if (met.has(one, other)) continue;
    const row = completed([one, other], columns, met, isAllowed);
    if (row === undefined) {
      impossible.push([one.value, other.value]);
      continue;
    }
    met.addAll(row);
    rows.push(valuesOf(row));
  }
  return { rows, impossible };
}

function columnsOf<Value>(
  parameters: readonly (readonly Value[])[],
): readonly (readonly Cell<Value>[])[] {
  let number = 0;
  return parameters.map((values, parameter) =>
    values.map((value) => ({ number: number++, parameter, value })),
  );
}

function* pairsOf<Value>(
  columns: readonly (readonly Cell<Value>[])[],
): Generator<readonly [Cell<Value>, Cell<Value>]> {
  for (const [at, column] of columns.entries()) {
    for (const other of columns.slice(at + 1)) {
      for (const cell of column) for (const opposite of other) yield [cell, opposite];
    }
  }
}

/** Fills a row up, and goes back on a choice that leads to no row that is allowed. */
function completed<Value>(
  chosen: readonly Cell<Value>[],
  columns: readonly (readonly Cell<Value>[])[],
  met: Meetings,
  isAllowed: (row: readonly Value[]) => boolean,
): readonly Cell<Value>[] | undefined {
  const open = columns.find((_, at) => chosen.every(({ parameter }) => parameter !== at));
  if (open === undefined) return isAllowed(valuesOf(chosen)) ? chosen : undefined;
  for (const cell of bestFirst(open, chosen, met)) {
    const row = completed([...chosen, cell], columns, met, isAllowed);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Those that meet most of the chosen for the first time; among equals, those that are rarest so far. */
function bestFirst<Value>(
  column: readonly Cell<Value>[],
  chosen: readonly Cell<Value>[],
  met: Meetings,
): readonly Cell<Value>[] {
  const gains = new Map(
    column.map((cell) => [cell, chosen.filter((other) => !met.has(cell, other)).length]),
  );
  const gainOf = (cell: Cell<Value>) => gains.get(cell) ?? 0;
  return column.toSorted(
    (one, other) => gainOf(other) - gainOf(one) || met.timesOf(one) - met.timesOf(other),
  );
}

function valuesOf<Value>(row: readonly Cell<Value>[]): Value[] {
  return row.toSorted((one, other) => one.parameter - other.parameter).map(({ value }) => value);
}

/** Who has met whom, and how often each was in a row. */
class Meetings {
  readonly #met = new Set<string>();
  readonly #times = new Map<number, number>();

  has(one: Cell<unknown>, other: Cell<unknown>): boolean {
    return this.#met.has(meetingOf(one, other));
  }

  timesOf({ number }: Cell<unknown>): number {
    return this.#times.get(number) ?? 0;
  }

  addAll(row: readonly Cell<unknown>[]): void {
    for (const cell of row) {
      this.#times.set(cell.number, this.timesOf(cell) + 1);
      for (const other of row) this.#met.add(meetingOf(cell, other));
    }
  }
}

function meetingOf(one: Cell<unknown>, other: Cell<unknown>): string {
  return one.number < other.number
    ? `${one.number} ${other.number}`
    : `${other.number} ${one.number}`;
}
