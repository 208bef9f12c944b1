import { describe, expect, it } from 'vitest';

import { BoundedCache } from '../src/bounded-cache.ts';

describe('BoundedCache', () => {
  it('evicts the oldest entry when a new one exceeds the limit', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 2, 3]);
    expect(cache.size).toBe(2);
  });

  it('evicts nothing when an entry changes', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('b', 4);
    expect([cache.get('a'), cache.get('b')]).toEqual([1, 4]);
  });

  it('evicts the oldest new entry after the cache was cleared', () => {
    const cache = new BoundedCache<string, number>(2);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1);
    cache.clear();
    for (const key of ['d', 'e', 'f']) cache.set(key, 2);
    expect([cache.get('d'), cache.get('e'), cache.get('f')]).toEqual([undefined, 2, 2]);
  });
});
