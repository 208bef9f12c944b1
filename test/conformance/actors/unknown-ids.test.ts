import { expect, it } from 'vitest';
import { UnknownIds } from '../../../conformance/actors/unknown-ids.ts';

/** RFC 9562, section 5.4. */
const UUID_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

it('unknown ids are distinct UUIDs, and the same in each run with the same seed', () => {
  const drawIds = (seed: number, purposes: readonly string[]) => {
    const ids = new UnknownIds(seed);
    return purposes.map((purpose) => ids.next(purpose));
  };
  const firstIds = drawIds(7, ['a', 'a', 'b', ...Array<string>(50).fill('c')]);
  for (const id of firstIds) expect(id).toMatch(UUID_4);
  expect(new Set(firstIds).size).toBe(firstIds.length);
  // An id does not depend on the number of ids for other purposes.
  expect(drawIds(7, ['b', 'a', 'a'])).toEqual([firstIds[2], firstIds[0], firstIds[1]]);
  expect(drawIds(8, ['a'])).not.toEqual(drawIds(7, ['a']));
});
