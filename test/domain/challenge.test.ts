import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import {
  listUsableChallenges,
  judgeSignature,
  getVariant,
  addChallenge,
} from '../../src/domain/challenge.ts';
import type { Challenge } from '../../src/domain/records.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');

function createChallenge(text: string, fields: Partial<Challenge> = {}): Challenge {
  return { challenge: text, variant: 'network', expiresAt: NOW + 1, ...fields };
}

function createDialect(
  keys: Partial<Dialect['wallet']['challenge']>,
  crossVariant: Dialect['wallet']['crossVariant'] = 'accept',
): Dialect {
  const { wallet } = defaultDialect;
  return {
    ...defaultDialect,
    wallet: { ...wallet, crossVariant, challenge: { ...wallet.challenge, ...keys } },
  };
}

const keepAllDialect = createDialect({ outstanding: 'all' });
const strictDialect = createDialect({}, 'reject');
const expired = createChallenge('expired', { expiresAt: NOW });
const [first, second] = [createChallenge('first'), createChallenge('second')];

function judge(
  outstanding: readonly Challenge[],
  signed: string | null,
  dialect = defaultDialect,
  variant: Challenge['variant'] = 'network',
) {
  return judgeSignature(outstanding, { variant, signed, now: NOW }, dialect);
}

describe('§2.2 the variant of a wallet', () => {
  it.each([
    { network: 'ETHEREUM', type: null, variant: 'network' },
    { network: null, type: 'EVM', variant: 'type' },
    { network: 'POLYGON', type: 'EVM', variant: 'both' },
  ] as const)('is $variant for network $network and type $type', ({ network, type, variant }) => {
    expect(getVariant({ address: '0x', network, type })).toBe(variant);
  });
});

describe('§4.1 outstanding challenges', () => {
  it('contain only the latest by default', () => {
    expect(addChallenge([first], second, NOW, defaultDialect)).toEqual([second]);
  });

  it('contain all unexpired challenges if the dialect keeps them', () => {
    expect(addChallenge([expired, first], second, NOW, keepAllDialect)).toEqual([first, second]);
  });

  it('contain at most the sixteen newest', () => {
    const sixteen = Array.from({ length: 16 }, (_, index) => createChallenge(`c${index}`));
    const added = addChallenge(sixteen, second, NOW, keepAllDialect);
    expect(added).toEqual([...sixteen.slice(1), second]);
  });
});

describe('§4.2 the challenges that a request can use', () => {
  const network = createChallenge('by network', { variant: 'network' });
  const type = createChallenge('by type', { variant: 'type' });
  const both = createChallenge('by both', { variant: 'both' });

  it('are all challenges, newest first, if variants can be mixed', () => {
    expect(listUsableChallenges([network, type, both], 'network', defaultDialect)).toEqual([
      both,
      type,
      network,
    ]);
  });

  it.each([
    ['network', [both, network]],
    ['type', [both, type]],
    ['both', [both, type, network]],
  ] as const)(
    'are only those compatible with the variant %s if variants cannot be mixed',
    (variant, expected) => {
      expect(listUsableChallenges([network, type, both], variant, strictDialect)).toEqual(expected);
    },
  );
});

describe('§4.2 a signature', () => {
  it('is rejected for an unknown challenge if none is usable', () => {
    expect(judge([], 'first')).toEqual({ verdict: 'unknown' });
    expect(judge([first], 'first', strictDialect, 'type')).toEqual({ verdict: 'unknown' });
  });

  it('uses up only its challenge', () => {
    expect(judge([first, second], 'first', keepAllDialect)).toEqual({
      verdict: 'signed',
      remaining: [second],
    });
  });

  it('keeps the challenge if the dialect allows reuse', () => {
    const dialect = createDialect({ reuse: 'accept' });
    expect(judge([first], 'first', dialect)).toEqual({ verdict: 'signed', remaining: [first] });
  });

  it('is rejected as expired from the exact expiry time of the challenge', () => {
    expect(judge([expired, first], 'expired', keepAllDialect)).toEqual({ verdict: 'expired' });
    expect(judge([expired], null)).toEqual({ verdict: 'expired' });
  });

  it('is rejected as wrong while any challenge is unexpired', () => {
    expect(judge([expired, first], null, keepAllDialect)).toEqual({
      verdict: 'badSignature',
      remaining: [expired, first],
    });
  });

  it('that is wrong invalidates the challenges that the request can use, if the dialect requires it', () => {
    const dialect = createDialect({ onBadSignature: 'burn' }, 'reject');
    const byType = createChallenge('by type', { variant: 'type' });
    expect(judge([first, byType], 'something else', dialect)).toEqual({
      verdict: 'badSignature',
      remaining: [byType],
    });
  });
});
