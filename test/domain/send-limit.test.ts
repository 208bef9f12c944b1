import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { countedFor, countSend } from '../../src/domain/send-limit.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');
const twoAMinute = { count: 2, per: 'PT1M', scope: 'destination' } as const;

function dialectWith(sends: Dialect['limits']['sends']): Dialect {
  return { ...defaultDialect, limits: { ...defaultDialect.limits, sends } };
}

describe('§8 what sends are counted under', () => {
  it('is nothing without a limit', () => {
    expect(countedFor(dialectWith('none'), 'wallet-app', '+12025550143')).toBeNull();
  });

  it('is the destination or the client, and never the same for both', () => {
    const byClient = dialectWith({ ...twoAMinute, scope: 'client' });
    expect(countedFor(dialectWith(twoAMinute), 'a', 'b')).toBe('destination:b');
    expect(countedFor(byClient, 'b', 'a')).toBe('client:b');
  });
});

describe('§8 a limit of two sends a minute', () => {
  it('allows the second and keeps both', () => {
    expect(countSend([NOW - 1], NOW, twoAMinute)).toEqual({
      verdict: 'allowed',
      sends: [NOW - 1, NOW],
    });
  });

  it('refuses the third until the first is a minute old, in whole seconds', () => {
    expect(countSend([NOW - 20_500, NOW - 10_000], NOW, twoAMinute)).toEqual({
      verdict: 'refused',
      retryAfter: 40,
    });
  });

  it('forgets a send that is a minute old', () => {
    expect(countSend([NOW - 60_000, NOW - 59_999], NOW, twoAMinute)).toEqual({
      verdict: 'allowed',
      sends: [NOW - 59_999, NOW],
    });
  });

  it('waits for as many sends to age as are too many', () => {
    expect(countSend([NOW - 50_000, NOW - 30_000, NOW - 10_000], NOW, twoAMinute)).toEqual({
      verdict: 'refused',
      retryAfter: 30,
    });
  });
});
