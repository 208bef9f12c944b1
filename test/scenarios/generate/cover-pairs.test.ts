import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverPairs } from '../../../src/scenarios/generate/cover-pairs.ts';
import { withSeed } from '../../setup/seeded.ts';

/** Returns columns of values such as `a0, a1` and `b0, b1, b2` for the sizes 2 and 3. */
function createColumns(sizes: readonly number[]): string[][] {
  return sizes.map((size, column) =>
    Array.from({ length: size }, (_, index) => `${'abcdef'[column]}${index}`),
  );
}

/** Columns, and sets of values that no row may contain together. */
const tasks = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 })
  .map(createColumns)
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      forbidden: fc.array(
        fc.subarray(columns.flat(), {
          minLength: 2,
          maxLength: Math.min(3, columns.flat().length),
        }),
        {
          maxLength: 6,
        },
      ),
    }),
  );

function isAllowedRow(row: readonly string[], forbidden: readonly (readonly string[])[]): boolean {
  return !forbidden.some((values) => values.every((value) => row.includes(value)));
}

function listRows(columns: readonly (readonly string[])[]): string[][] {
  return columns.reduce<string[][]>(
    (rows, column) => rows.flatMap((row) => column.map((value) => [...row, value])),
    [[]],
  );
}

function collectPairs(rows: readonly (readonly string[])[]): Set<string> {
  return new Set(
    rows.flatMap((row) =>
      row.flatMap((left, index) => row.slice(index + 1).map((right) => `${left} ${right}`)),
    ),
  );
}

describe('coverPairs', () => {
  it('covers every pair of an allowed row, and reports the others as impossible', () => {
    fc.assert(
      fc.property(tasks, ({ columns, forbidden }) => {
        const isAllowed = (row: readonly string[]) => isAllowedRow(row, forbidden);
        const { rows, impossible } = coverPairs(columns, isAllowed);
        const allRows = listRows(columns);
        const possiblePairs = collectPairs(allRows.filter(isAllowed));
        expect(rows.every(isAllowed)).toBe(true);
        expect(collectPairs(rows)).toEqual(possiblePairs);
        const allPairs = [...collectPairs(allRows)];
        const impossiblePairs = new Set(allPairs.filter((pair) => !possiblePairs.has(pair)));
        expect(new Set(impossible.map((pair) => pair.join(' ')))).toEqual(impossiblePairs);
      }),
      withSeed(100),
    );
  });

  it('returns few more rows than the product of the two largest columns', () => {
    const { rows } = coverPairs(createColumns([8, 5, 4, 4, 3, 2]), () => true);
    expect(rows.length).toBeLessThanOrEqual(8 * 5 + 4);
  });

  it('returns the same rows each time', () => {
    const columns = createColumns([3, 2, 2]);
    const first = coverPairs(columns, () => true);
    expect(coverPairs(columns, () => true)).toEqual(first);
    for (const row of first.rows) expect(row.join(' ')).toMatch(/^a\d b\d c\d$/);
  });
});
