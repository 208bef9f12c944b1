import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverPairs } from '../../../src/scenarios/generate/cover-pairs.ts';
import { withSeed } from '../../setup/seeded.ts';

/** Values contain the name of their parameter: `b2`. */
const parameters = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 })
  .map((sizes) =>
    sizes.map((size, index) => Array.from({ length: size }, (_, n) => `${'abcde'[index]}${n}`)),
  );

/** Parameters and forbidden combinations: a row with all values of a set is forbidden. */
const task = parameters.chain((columns) =>
  fc.record({
    columns: fc.constant(columns),
    forbidden: fc.array(
      fc.subarray(columns.flat(), { minLength: 2, maxLength: Math.min(3, columns.flat().length) }),
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
      row.flatMap((one, index) => row.slice(index + 1).map((b) => `${one} ${b}`)),
    ),
  );
}

describe('coverPairs', () => {
  it('covers every pair of an allowed row, and reports the others as impossible', () => {
    fc.assert(
      fc.property(task, ({ columns, forbidden }) => {
        const isAllowed = (row: readonly string[]) => isAllowedRow(row, forbidden);
        const { rows, impossible } = coverPairs(columns, isAllowed);
        const every = listRows(columns);
        const possible = collectPairs(every.filter(isAllowed));
        expect(rows.every(isAllowed)).toBe(true);
        expect(collectPairs(rows)).toEqual(possible);
        expect(impossible.map((pair) => pair.join(' ')).toSorted()).toEqual(
          [...collectPairs(every)].filter((pair) => !possible.has(pair)).toSorted(),
        );
      }),
      withSeed(100),
    );
  });

  it('returns few more rows than the product of the two largest parameters', () => {
    const columns = [8, 5, 4, 4, 3, 2].map((size, index) =>
      Array.from({ length: size }, (_, n) => `${'abcdef'[index]}${n}`),
    );
    expect(coverPairs(columns, () => true).rows.length).toBeLessThanOrEqual(44);
  });

  it('returns the same rows each time', () => {
    const columns = [
      ['a0', 'a1', 'a2'],
      ['b0', 'b1'],
      ['c0', 'c1'],
    ];
    const once = coverPairs(columns, () => true);
    expect(coverPairs(columns, () => true)).toEqual(once);
    expect(once.rows.every((row) => row.map(([letter]) => letter).join('') === 'abc')).toBe(true);
  });
});
