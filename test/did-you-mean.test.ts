import { describe, expect, it } from 'vitest';
import { findNearest } from '../src/did-you-mean.ts';

describe('findNearest', () => {
  const names = ['start', 'contract', 'scenario', 'port', 'allowHost', 'F1001', 'K1001'];

  it.each([
    ['strat', 'start'],
    ['star', 'start'],
    ['startt', 'start'],
    ['prot', 'port'],
    ['Port', 'port'],
    ['k1001', 'K1001'],
    ['scen', 'scenario'],
    ['allow-host', 'allowHost'],
    ['allowHo', 'allowHost'],
    ['pr', undefined],
    ['verbose', undefined],
    ['', undefined],
  ])('for `%s` returns %s', (text, nearest) => {
    expect(findNearest(text, names)).toBe(nearest);
  });
});
