import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../conformance/check-errors.ts';
import { searchForViolation } from '../../../conformance/schema-cases/smallest-violation.ts';
import { Trouble } from '../../../conformance/target/trouble.ts';

/** Searches among numbers; `respond` is the response of the deployment to each. */
async function search(
  respond: (value: number) => void,
  { likely = [] as readonly number[], runs = 20, shrinking = 50 } = {},
) {
  const seen: number[] = [];
  const error: unknown = await searchForViolation(fc, {
    likely,
    any: fc.integer({ min: 0, max: 1000 }),
    runs,
    shrinking,
    seed: 1,
    send: async (value) => {
      seen.push(value);
      respond(value);
    },
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { seen, error };
}

const breach = (value: number) => new Failure(`takes ${value}`, []);

describe('the search for a violation', () => {
  it('passes if every attempt is rejected, up to the limit', async () => {
    const { seen, error } = await search(() => undefined, { likely: [7, 8] });
    expect(error).toBe(null);
    expect(seen).toHaveLength(20);
    expect(seen.slice(0, 2)).toEqual([7, 8]);
  });

  it('limits the likely cases, too', async () => {
    const { seen } = await search(() => undefined, { likely: [1, 2, 3, 4, 5], runs: 3 });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('minimizes a violation', async () => {
    const { seen, error } = await search((value) => {
      if (value >= 10) throw breach(value);
    });
    expect(error).toMatchObject({ message: 'takes 10' });
    expect(seen.length).toBeLessThanOrEqual(70);
  });

  it('limits the attempts to minimize a violation', async () => {
    const { seen, error } = await search(
      (value) => {
        throw breach(value);
      },
      { likely: [900], runs: 1, shrinking: 0 },
    );
    expect(seen).toEqual([900]);
    expect(error).toMatchObject({ message: 'takes 900' });
  });

  it('has further attempts to minimize a violation', async () => {
    const { seen } = await search(
      (value) => {
        if (value >= 10) throw breach(value);
      },
      { likely: [900], runs: 5, shrinking: 2 },
    );
    expect(seen).toHaveLength(7);
  });

  it('ends at the first network error and sends nothing after it', async () => {
    const { seen, error } = await search(
      (value) => {
        if (value === 7) throw new Trouble('no answer');
      },
      { likely: [5, 7, 9] },
    );
    expect(seen).toEqual([5, 7]);
    expect(error).toMatchObject({ name: 'Trouble', message: 'no answer' });
  });

  it('reports a violation despite a network error during minimization', async () => {
    let count = 0;
    const { error } = await search(
      (value) => {
        count += 1;
        if (count > 1) throw new Trouble('no answer');
        throw breach(value);
      },
      { likely: [900] },
    );
    expect(error).toMatchObject({ message: 'takes 900' });
  });
});
