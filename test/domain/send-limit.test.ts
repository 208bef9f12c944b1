import { describe, expect, it } from 'vitest';
import { getCounterName, countSend } from '../../src/domain/send-limit.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');
const twoPerMinute = { count: 2, per: 'PT1M', scope: 'destination' } as const;

describe('§8 the name of the counter of sends', () => {
  it('contains the destination or the client, depending on the scope of the limit', () => {
    expect(getCounterName(twoPerMinute, 'app', '+1')).toBe('destination:+1');
    expect(getCounterName({ ...twoPerMinute, scope: 'client' }, 'app', '+1')).toBe('client:app');
  });
});

describe('§8 a limit of two sends a minute', () => {
  it('accepts the second send and records both', () => {
    expect(countSend([NOW - 1], NOW, twoPerMinute)).toEqual({
      result: 'allowed',
      sends: [NOW - 1, NOW],
    });
  });

  it('rejects the third send until the first is a minute old, and rounds the wait up to seconds', () => {
    expect(countSend([NOW - 20_500, NOW - 10_000], NOW, twoPerMinute)).toEqual({
      result: 'refused',
      retryAfter: 40,
    });
  });

  it('removes a send that is a minute old', () => {
    expect(countSend([NOW - 60_000, NOW - 59_999], NOW, twoPerMinute)).toEqual({
      result: 'allowed',
      sends: [NOW - 59_999, NOW],
    });
  });

  it('with three earlier sends, waits until two of them are a minute old', () => {
    expect(countSend([NOW - 50_000, NOW - 30_000, NOW - 10_000], NOW, twoPerMinute)).toEqual({
      result: 'refused',
      retryAfter: 30,
    });
  });
});
