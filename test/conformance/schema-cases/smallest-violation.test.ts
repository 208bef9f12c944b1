import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../conformance/check-errors.ts';
import { searchForViolation } from '../../../conformance/schema-cases/smallest-violation.ts';
import { RequestError } from '../../../conformance/target/request-errors.ts';

/** Searches with numbers. `respond` gets each sent number, and can throw a violation or a network error. */
async function search(
  respond: (value: number) => void,
  { likely = [] as readonly number[], maxRuns = 20, maxShrinks = 50 } = {},
) {
  const sent: number[] = [];
  const error: unknown = await searchForViolation(fc, {
    likely,
    any: fc.integer({ min: 0, max: 1000 }),
    maxRuns,
    maxShrinks,
    seed: 1,
    send: async (value) => {
      sent.push(value);
      respond(value);
    },
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { sent, error };
}

const createFailure = (value: number) => new Failure(`accepts ${value}`, []);

describe('the search for a violation', () => {
  it('passes if the deployment rejects every value, up to the number of runs', async () => {
    const { sent, error } = await search(() => undefined, { likely: [7, 8] });
    expect(error).toBe(null);
    expect(sent).toHaveLength(20);
    expect(sent.slice(0, 2)).toEqual([7, 8]);
  });

  it('also limits the likely values to the number of runs', async () => {
    const { sent } = await search(() => undefined, { likely: [1, 2, 3, 4, 5], maxRuns: 3 });
    expect(sent).toEqual([1, 2, 3]);
  });

  it('minimizes a violation', async () => {
    const { sent, error } = await search((value) => {
      if (value >= 10) throw createFailure(value);
    });
    expect(error).toMatchObject({ message: 'accepts 10' });
    expect(sent.length).toBeLessThanOrEqual(20 + 50);
  });

  it('does not minimize a violation if `maxShrinks` is 0', async () => {
    const { sent, error } = await search(
      (value) => {
        throw createFailure(value);
      },
      { likely: [900], maxRuns: 1, maxShrinks: 0 },
    );
    expect(sent).toEqual([900]);
    expect(error).toMatchObject({ message: 'accepts 900' });
  });

  it('minimizes a violation with the unused runs and `maxShrinks` more values', async () => {
    const { sent } = await search(
      (value) => {
        if (value >= 10) throw createFailure(value);
      },
      { likely: [900], maxRuns: 5, maxShrinks: 2 },
    );
    expect(sent).toHaveLength(5 + 2);
  });

  it('ends at the first network error and sends nothing after it', async () => {
    const { sent, error } = await search(
      (value) => {
        if (value === 7) throw new RequestError('no response');
      },
      { likely: [5, 7, 9] },
    );
    expect(sent).toEqual([5, 7]);
    expect(error).toMatchObject({ name: 'RequestError', message: 'no response' });
  });

  it('reports a violation despite a network error during minimization', async () => {
    let count = 0;
    const { error } = await search(
      (value) => {
        count += 1;
        if (count > 1) throw new RequestError('no response');
        throw createFailure(value);
      },
      { likely: [900] },
    );
    expect(error).toMatchObject({ message: 'accepts 900' });
  });
});
