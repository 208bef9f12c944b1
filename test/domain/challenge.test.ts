import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import {
  usableChallenges,
  judgeSubmission,
  variantOf,
  withNewChallenge,
} from '../../src/domain/challenge.ts';
import type { Challenge } from '../../src/domain/records.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');

function challenge(text: string, given: Partial<Challenge> = {}): Challenge {
  return { challenge: text, variant: 'network', expiresAt: NOW + 1, ...given };
}

function dialectWith(
  keys: Partial<Dialect['wallet']['challenge']>,
  crossVariant: Dialect['wallet']['crossVariant'] = 'accept',
): Dialect {
  const { wallet } = defaultDialect;
  return {
    ...defaultDialect,
    wallet: { ...wallet, crossVariant, challenge: { ...wallet.challenge, ...keys } },
  };
}

const all = dialectWith({ outstanding: 'all' });
const strict = dialectWith({}, 'reject');
const old = challenge('old', { expiresAt: NOW });
const [first, second] = [challenge('first'), challenge('second')];

function response(
  outstanding: readonly Challenge[],
  signed: string | null,
  dialect = defaultDialect,
  variant: Challenge['variant'] = 'network',
) {
  return judgeSubmission(outstanding, { variant, signed, now: NOW }, dialect);
}

describe('§2.2 the variant of a wallet', () => {
  it.each([
    { network: 'ETHEREUM', type: null, variant: 'network' },
    { network: null, type: 'EVM', variant: 'type' },
    { network: 'POLYGON', type: 'EVM', variant: 'both' },
  ] as const)('is $variant for network $network and type $type', ({ network, type, variant }) => {
    expect(variantOf({ address: '0x', network, type })).toBe(variant);
  });
});

describe('§4.1 the challenges outstanding', () => {
  it('are the latest alone by default', () => {
    expect(withNewChallenge([first], second, NOW, defaultDialect)).toEqual([second]);
  });

  it('are all that have not expired where the dialect keeps them', () => {
    expect(withNewChallenge([old, first], second, NOW, all)).toEqual([first, second]);
  });

  it('are sixteen at most, the newest', () => {
    const sixteen = Array.from({ length: 16 }, (_, at) => challenge(`c${at}`));
    expect(withNewChallenge(sixteen, second, NOW, all)).toEqual([...sixteen.slice(1), second]);
  });
});

describe('§4.2 the challenges that a request may answer', () => {
  const [network, type, both] = [
    first,
    challenge('by type', { variant: 'type' }),
    challenge('by both', { variant: 'both' }),
  ];

  it('are all, the newest first, where variants may be mixed', () => {
    expect(usableChallenges([network, type, both], 'network', defaultDialect)).toEqual([
      both,
      type,
      network,
    ]);
  });

  it.each([
    ['network', [both, network]],
    ['type', [both, type]],
    ['both', [both, type, network]],
  ] as const)('are, where they may not, those that %s has to do with', (variant, expected) => {
    expect(usableChallenges([network, type, both], variant, strict)).toEqual(expected);
  });
});

describe('§4.2 the answer to a challenge', () => {
  it('is refused as unknown where none may be answered', () => {
    expect(response([], 'first')).toEqual({ verdict: 'unknown' });
    expect(response([first], 'first', strict, 'type')).toEqual({ verdict: 'unknown' });
  });

  it('uses up only this challenge', () => {
    expect(response([first, second], 'first', all)).toEqual({
      verdict: 'signed',
      remaining: [second],
    });
  });

  it('leaves it where the dialect lets it be used again', () => {
    const again = dialectWith({ reuse: 'accept' });
    expect(response([first], 'first', again)).toEqual({ verdict: 'signed', remaining: [first] });
  });

  it('is expired from the instant that its challenge expires at', () => {
    expect(response([old, first], 'old', all)).toEqual({ verdict: 'expired' });
    expect(response([old], null)).toEqual({ verdict: 'expired' });
  });

  it('is badly signed while any challenge could still be answered', () => {
    expect(response([old, first], null, all)).toEqual({
      verdict: 'badSignature',
      remaining: [old, first],
    });
  });

  it('invalidates only the challenges of the request, if the dialect requires it', () => {
    const burning = dialectWith({ onBadSignature: 'burn' }, 'reject');
    const other = challenge('by type', { variant: 'type' });
    expect(response([first, other], 'something else', burning)).toEqual({
      verdict: 'badSignature',
      remaining: [other],
    });
  });
});
