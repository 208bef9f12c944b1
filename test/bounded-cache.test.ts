import { describe, expect, it } from 'vitest';

import { BoundedCache } from '../src/bounded-cache.ts';

describe('BoundedCache', () => {
  it('evicts the oldest entry when a new one exceeds the limit', () => {
    const map = new BoundedCache<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3]);
    expect(map.size).toBe(2);
  });

  it('evicts nothing when an entry changes', () => {
    const map = new BoundedCache<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('b', 4);
    expect([map.get('a'), map.get('b')]).toEqual([1, 4]);
  });
});
