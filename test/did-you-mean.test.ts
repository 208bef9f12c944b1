import { describe, expect, it } from 'vitest';
import { findNearest } from '../src/did-you-mean.ts';

describe('findNearest', () => {
  const names = ['start', 'contract', 'scenario', 'port', 'allowHost', 'F1001', 'K1001'];

  it.each([
    ['strat', 'start', 'two letters are transposed'],
    ['star', 'start', 'a letter is missing'],
    ['startt', 'start', 'a letter is added'],
    ['prot', 'port', 'two letters are transposed'],
    ['Port', 'port', 'the case differs'],
    ['k1001', 'K1001', 'the case differs'],
    ['scen', 'scenario', 'the name starts with the text'],
    ['allow-host', 'allowHost', 'a hyphen is added, and the case differs'],
    ['allowHo', 'allowHost', 'the name starts with the text'],
    ['pr', undefined, 'a short text can differ by one letter only'],
    ['verbose', undefined, 'no name is similar'],
    ['', undefined, 'no name is similar'],
  ])('for `%s` returns %s: %s', (text, nearest, _reason) => {
    expect(findNearest(text, names)).toBe(nearest);
  });
});
