import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import {
  listUsableChallenges,
  judgeSignature,
  getVariant,
  addChallenge,
} from '../../src/domain/challenge.ts';
import type { Challenge } from '../../src/domain/records.ts';
import { createDialect } from '../contract/dialect-variations.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');

function createChallenge(text: string, fields: Partial<Challenge> = {}): Challenge {
  return { challenge: text, variant: 'network', expiresAt: NOW + 1, ...fields };
}

const keepAllDialect = createDialect({ 'wallet.challenge.outstanding': 'all' });
const noMixingDialect = createDialect({ 'wallet.crossVariant': 'reject' });
const expiredChallenge = createChallenge('expired', { expiresAt: NOW });
const [challenge1, challenge2] = [createChallenge('first'), createChallenge('second')];

/** Judges a signature. `signed` is the challenge that the wallet signed; null if it signed another text. */
function judge(outstanding: readonly Challenge[], signed: string | null, dialect = defaultDialect) {
  return judgeSignature(outstanding, { variant: 'network', signed, now: NOW }, dialect);
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
  it('contain only the latest challenge by default', () => {
    expect(addChallenge([challenge1], challenge2, NOW, defaultDialect)).toEqual([challenge2]);
  });

  it('contain all unexpired challenges if the dialect keeps them', () => {
    expect(addChallenge([expiredChallenge, challenge1], challenge2, NOW, keepAllDialect)).toEqual([
      challenge1,
      challenge2,
    ]);
  });

  it('contain at most the 16 newest challenges', () => {
    const challenges = Array.from({ length: 16 }, (_, index) => createChallenge(`c${index}`));
    expect(addChallenge(challenges, challenge2, NOW, keepAllDialect)).toEqual([
      ...challenges.slice(1),
      challenge2,
    ]);
  });
});

describe('§4.2 the challenges that a request can use', () => {
  const byNetwork = createChallenge('by network', { variant: 'network' });
  const byType = createChallenge('by type', { variant: 'type' });
  const byBoth = createChallenge('by both', { variant: 'both' });

  it('are all challenges, newest first, if variants can be mixed', () => {
    expect(listUsableChallenges([byNetwork, byType, byBoth], 'network', defaultDialect)).toEqual([
      byBoth,
      byType,
      byNetwork,
    ]);
  });

  it.each([
    ['network', [byBoth, byNetwork]],
    ['type', [byBoth, byType]],
    ['both', [byBoth, byType, byNetwork]],
  ] as const)(
    'are only the challenges compatible with the variant %s if variants cannot be mixed',
    (variant, expected) => {
      expect(listUsableChallenges([byNetwork, byType, byBoth], variant, noMixingDialect)).toEqual(
        expected,
      );
    },
  );
});

describe('§4.2 a signature', () => {
  it('is rejected as unknown if the request can use no challenge', () => {
    expect(judge([], 'first')).toEqual({ verdict: 'unknown' });
    const byType = createChallenge('by type', { variant: 'type' });
    expect(judge([byType], 'by type', noMixingDialect)).toEqual({ verdict: 'unknown' });
  });

  it('uses up only its challenge', () => {
    expect(judge([challenge1, challenge2], 'first', keepAllDialect)).toEqual({
      verdict: 'signed',
      remaining: [challenge2],
    });
  });

  it('does not use up its challenge if the dialect allows reuse', () => {
    const dialect = createDialect({ 'wallet.challenge.reuse': 'accept' });
    expect(judge([challenge1], 'first', dialect)).toEqual({
      verdict: 'signed',
      remaining: [challenge1],
    });
  });

  it('is rejected as expired from the expiry time of its challenge', () => {
    expect(judge([expiredChallenge, challenge1], 'expired', keepAllDialect)).toEqual({
      verdict: 'expired',
    });
  });

  it('of another text is rejected as wrong while a challenge is unexpired, then as expired', () => {
    expect(judge([expiredChallenge, challenge1], null, keepAllDialect)).toEqual({
      verdict: 'badSignature',
      remaining: [expiredChallenge, challenge1],
    });
    expect(judge([expiredChallenge], null)).toEqual({ verdict: 'expired' });
  });

  it('that is wrong invalidates all usable challenges if onBadSignature is "burn"', () => {
    const dialect = createDialect({
      'wallet.challenge.onBadSignature': 'burn',
      'wallet.crossVariant': 'reject',
    });
    const byType = createChallenge('by type', { variant: 'type' });
    expect(judge([challenge1, byType], null, dialect)).toEqual({
      verdict: 'badSignature',
      remaining: [byType],
    });
  });
});
